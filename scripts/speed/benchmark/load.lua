-- What wrk sends: the plan's calls in turn, each at a clinic and for a patient chosen at random.
-- Each request is put together in one step from parts that were made beforehand: the load shares the processor with what it loads.
local plan, sent = nil, 0
local heads, tails = {}, {}

function init(args)
  plan = dofile(args[1])
  math.randomseed(7)
  for number, headers in ipairs(plan.targets) do
    local lines = {' HTTP/1.1'}
    for name, value in pairs(headers) do lines[#lines + 1] = name .. ': ' .. value end
    heads[number] = table.concat(lines, '\r\n') .. '\r\n'
  end
end

local function tail(body)
  return 'Content-Length: ' .. #body .. '\r\n\r\n' .. body
end

-- What follows the headers; the same each time for a call whose body never changes.
local function ending(call, value)
  if not call.body then return '\r\n' end
  if call.body[2] then return tail(call.body[1] .. value .. call.body[2]) end
  tails[call] = tails[call] or tail(call.body[1])
  return tails[call]
end

function request()
  sent = sent + 1
  local call = plan.calls[(sent - 1) % #plan.calls + 1]
  -- A power of the uniform number: above 1 the first clinics get most of the calls.
  local head = heads[math.floor(math.random() ^ plan.skew * #heads) + 1]
  local value = plan.tokens and plan.tokens[(sent - 1) % #plan.tokens + 1] or math.random(plan.low, plan.high)
  local path = call.path[2] and call.path[1] .. value .. call.path[2] or call.path[1]
  return call.method .. ' ' .. path .. head .. ending(call, value)
end

function done(summary, latency)
  io.write(string.format('RESULT {"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), summary.errors.status,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
