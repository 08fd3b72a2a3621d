// Circles of a graph.

/** The circles of a graph, each as the way around it: 'a -> b -> a'. `edges` has for each node those that it needs. */
export function circles(edges) {
  const found = [];
  const done = new Set();
  const visit = (node, way) => {
    const at = way.indexOf(node);
    if (at >= 0) return void found.push([...way.slice(at), node].join(' -> '));
    if (done.has(node)) return;
    for (const next of edges.get(node) ?? []) visit(next, [...way, node]);
    done.add(node);
  };
  for (const node of edges.keys()) visit(node, []);
  return found;
}
