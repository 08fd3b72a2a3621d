// Alerts and dashboards: they use the metrics of the contract and no clinic, each alert has tests and a paragraph.
import * as yaml from 'yaml';

export const RULES = 'infra/observability/prometheus/rules.yaml';
export const RULE_OBJECT = 'k8s/components/monitoring/prometheusrule.yaml';
const TESTS = 'infra/observability/prometheus/rules.test.yaml';
const PAGE = 'infra/docs/alerts.md';
const CONTRACT = 'infra/docs/telemetry.md';

/** The rules as the Prometheus Operator takes them. */
export function ruleObject(rules) {
  const object = { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', metadata: { name: 'celadon' }, spec: yaml.parse(rules) };
  return `# Written by scripts/delivery/k8s-validate --write from ${RULES}.\n${yaml.stringify(object, { lineWidth: 0 })}`;
}

/** The metrics of the contract, each with its labels. */
export function contract(world) {
  const page = world.files[CONTRACT] ?? '';
  const found = new Map();
  for (const line of page.split('\n').filter((text) => text.startsWith('| `'))) {
    const cells = line.split('|').map((cell) => cell.trim());
    const ours = cells[1].includes('.');
    for (const [, name] of cells[ours ? 2 : 1].matchAll(/`(\w+)`/g)) {
      found.set(name, { ours, histogram: ours && cells[3] === 'histogram', labels: ours ? [...cells[4].replace(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g)].map(([, label]) => label) : undefined });
    }
  }
  return found;
}

const WORDS = new Set(
  `sum min max avg count topk bottomk by without rate increase irate histogram_quantile absent time vector predict_linear
   min_over_time max_over_time avg_over_time and or unless on ignoring group_left group_right offset bool`.split(/\s+/),
);

/** What is wrong with one PromQL expression, read as names and labels. */
export function* wrongWith(expression, metrics) {
  const bare = expression.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const labels = new Set([...bare.matchAll(/[{,]\s*(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label));
  const grouped = [...bare.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap(([, list]) => list.split(',').map((label) => label.trim()));
  for (const label of [...labels, ...grouped]) if (/clinic|tenant|patient|member|email|subdomain/.test(label)) yield `${label} is a label that no metric may have`;
  const outside = bare.replace(/\{[^}]*\}/g, '').replace(/\b(?:by|without)\s*\([^)]*\)/g, '').replace(/\[[^\]]*\]/g, '');
  for (const [name] of outside.matchAll(/[a-zA-Z_:][\w:]*/g)) {
    if (WORDS.has(name) || name.startsWith('celadon:') || /^e\d+$/.test(name)) continue;
    const plain = name.replace(/_(bucket|count|sum)$/, '');
    const metric = metrics.get(name) ?? (metrics.get(plain)?.histogram ? metrics.get(plain) : undefined);
    if (!metric) yield `${name} is no metric of the contract`;
    else if (metric.labels) {
      const allowed = new Set([...metric.labels, 'le', 'job', 'instance']);
      for (const label of labels) if (!allowed.has(label) && [...metrics.values()].every(({ labels: some }) => !some?.includes(label))) yield `${name} has no label ${label}`;
    }
  }
}

const rulesOf = (world) => yaml.parse(world.files[RULES]).groups.flatMap(({ rules }) => rules);

export function alerts(world) {
  const metrics = contract(world);
  const tests = yaml.parse(world.files[TESTS]).tests.flatMap(({ alert_rule_test: some }) => some);
  const headings = [...(world.files[PAGE] ?? '').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  const complaints = [];
  const names = [];
  for (const { alert, record, expr, labels = {}, annotations = {} } of rulesOf(world)) {
    const name = alert ?? record;
    complaints.push(...[...wrongWith(expr, metrics)].map((text) => `${name}: ${text}`));
    if (!alert) continue;
    names.push(alert);
    if (!['page', 'ticket'].includes(labels.severity)) complaints.push(`${alert}: its severity is neither page nor ticket`);
    if (!annotations.summary) complaints.push(`${alert}: it says nothing`);
    const own = tests.filter(({ alertname }) => alertname === alert);
    if (!own.some(({ exp_alerts: expected }) => expected.length)) complaints.push(`${alert}: no test sees it fire`);
    if (!own.some(({ exp_alerts: expected }) => !expected.length)) complaints.push(`${alert}: no test sees it keep quiet`);
  }
  for (const name of names) if (!headings.includes(name)) complaints.push(`${PAGE} does not explain ${name}`);
  for (const name of headings) if (!names.includes(name)) complaints.push(`${PAGE} explains ${name}, which is no alert`);
  if (world.files[RULE_OBJECT] !== ruleObject(world.files[RULES])) complaints.push(`${RULE_OBJECT} is older than ${RULES}: run scripts/delivery/k8s-validate --write`);
  return complaints;
}

export function dashboards(world) {
  const metrics = contract(world);
  const named = new Set();
  const complaints = [];
  for (const [file, text] of Object.entries(world.files).filter(([name]) => /^infra\/observability\/dashboards\/.*\.json$/.test(name))) {
    const { uid, title, panels = [] } = JSON.parse(text);
    if (!uid || !title || !panels.length) complaints.push(`${file}: it shows nothing`);
    for (const panel of panels) {
      for (const { expr } of panel.targets ?? []) {
        complaints.push(...[...wrongWith(expr, metrics)].map((what) => `${file}: ${panel.title}: ${what}`));
        for (const name of metrics.keys()) if (expr.includes(name)) named.add(name);
      }
    }
  }
  for (const { expr } of rulesOf(world)) for (const name of metrics.keys()) if (expr.includes(name)) named.add(name);
  for (const name of metrics.keys()) if (!named.has(name)) complaints.push(`${CONTRACT} names ${name}, which no rule and no dashboard looks at`);
  return complaints;
}
