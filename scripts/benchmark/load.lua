-- What wrk sends: the plan's calls in turn, each at a clinic and for a patient chosen at random.
local plan, sent = nil, 0

function init(args)
  plan = dofile(args[1])
  math.randomseed(7)
end

function request()
  sent = sent + 1
  local call = plan.calls[(sent - 1) % #plan.calls + 1]
  -- A power of the uniform number: above 1 the first clinics get most of the calls.
  local target = plan.targets[math.floor(math.random() ^ plan.skew * #plan.targets) + 1]
  local value = plan.tokens and plan.tokens[(sent - 1) % #plan.tokens + 1] or math.random(plan.low, plan.high)
  local path = call.path[1]
  if call.path[2] then path = path .. value .. call.path[2] end
  local body = call.body and (call.body[2] and call.body[1] .. value .. call.body[2] or call.body[1])
  return wrk.format(call.method, path, target, body)
end

function done(summary, latency)
  io.write(string.format('RESULT {"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), summary.errors.status,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
