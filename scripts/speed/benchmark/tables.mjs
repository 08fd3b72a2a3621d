// Formats the benchmark's tables. Each ratio is the server's figure divided by the floor's: 1.0 is as fast as Postgres alone.
const number = (value, digits = 0) => (value === undefined || Number.isNaN(value) ? '-' : value.toFixed(digits));

function columns(rows, head) {
  const all = head ? [head, ...rows] : rows;
  const widths = WIDTHS.slice(0, rows[0].length);
  return all.map((row) => row.map((cell, n) => (n ? String(cell).padStart(widths[n]) : String(cell).padEnd(widths[n]))).join(' ')).join('\n');
}

const WIDTHS = [22, 5, 14, 8, 8, 8, 8, 7, 7, 7, 7, 7, 8, 8, 8, 8, 7];

const HEAD = ['workload', 'conn', 'trips', 'per s', 'floor', 'singly', 'bare', 'ratio', 'to s.', 'to b.', 'p50 ms', 'p99 ms', 'p50 x', 'p99 x', 'srv CPU', 'pg CPU', 'srv MB'];

export function table(lines, head) {
  if (!lines.length) return '';
  return columns(lines.map(({ workload, connections, trips, own, floor: { bare, same, singly } }) => [
    workload, connections, trips.join('+'), number(own.rate), number(same.rate), number(singly?.rate), number(bare?.rate), number(own.rate / same.rate, 2), number(own.rate / singly?.rate, 2), number(own.rate / bare?.rate, 2),
    number(own.p50, 1), number(own.p99, 1), number(own.p50 / same.p50, 2), number(own.p99 / same.p99, 2), number(own.serverCpu, 2), number(own.postgresCpu, 2), number(own.memory.now),
  ]), head && HEAD);
}

const MANY = ['clinics', 'conn', 'spread', 'per s', 'p50 ms', 'p99 ms', 'p50 x', 'srv CPU', 'pg CPU', 'srv MB', 'backs', 'all MB', 'most MB'];

export function clinicsTable(many) {
  if (!many.length) return '';
  // Relative to one clinic at the same number of connections.
  const one = (connections) => many.find((line) => line.count === 1 && line.connections === connections)?.own.p50;
  return columns(many.map(({ count, spread, connections, own }) => [
    `list 20, ${count}`, connections, spread, number(own.rate), number(own.p50, 1), number(own.p99, 1), number(own.p50 / one(connections), 2), number(own.serverCpu, 2), number(own.postgresCpu, 2),
    number(own.memory.now), own.backends.count, number(own.backends.sum), number(own.backends.largest, 1),
  ]), MANY);
}
