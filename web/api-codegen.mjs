// Writes src/api/generated from the server's OpenAPI document: npm run api.
//
// A file for each tag of the document has its calls, so that a page loads those of its features alone; types.ts has all types. The
// app imports both from index.ts, which the build leaves out.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { generateEndpoints } from '@rtk-query/codegen-openapi';

const folder = new URL('./src/api/generated/', import.meta.url);
const document = JSON.parse(
  readFileSync(new URL('../server/openapi.json', import.meta.url), 'utf8'),
);
/**
 * The server takes a change without If-Match too, for programs of the clinics; the app always says which version its user saw. The
 * generator reads a file.
 */
for (const call of Object.values(document.paths).flatMap((calls) => Object.values(calls)))
  for (const parameter of call.parameters ?? [])
    if (parameter.in === 'header' && parameter.name === 'If-Match')
      Object.assign(parameter, { required: true, schema: { type: 'string' } });
const schemaFile = join(tmpdir(), `celadon-api-${process.pid}.json`);
writeFileSync(schemaFile, JSON.stringify(document));
/** Not called by the client: lists as files (src/api/listFile.ts), what Stripe calls, and what other programs call. */
const elsewhere = /\/export$|\/webhook$|^\/api\/fhir\//;
const head = '// Generated from server/openapi.json by `npm run api`; do not edit.\n';
const endOfCalls = '\nexport { injectedRtkApi as generatedApi };\n';
const startOfHooks = '\nexport const {';

const write = (name, text) => writeFileSync(new URL(name, folder), head + text);

/** The calls, the types and the hooks of some paths, as the generator writes them. */
async function generate(filterEndpoints) {
  const text = await generateEndpoints({
    schemaFile,
    apiFile: './src/api/baseApi.ts',
    apiImport: 'baseApi',
    exportName: 'generatedApi',
    hooks: { queries: true, lazyQueries: true, mutations: true },
    tag: true,
    flattenArg: true,
    encodePathParams: true,
    filterEndpoints,
  });
  const [calls, rest] = text.split(endOfCalls);
  const hooks = rest.lastIndexOf(startOfHooks);
  return {
    calls: calls.slice(calls.indexOf('.injectEndpoints(')),
    types: rest.slice(0, hooks),
    hooks: rest.slice(hooks),
  };
}

const isCalled = (_name, { path }) => !elsewhere.test(path);

const camelCase = (words) => words.replace(/[-_](\w)/g, (_, letter) => letter.toUpperCase());

/**
 * The lists in pages by their names, each with the headers of its answers besides Link: their calls have a parameter `after`, and become
 * infinite queries, which the generator cannot write.
 */
const pagedLists = new Map(
  Object.values(document.paths)
    .flatMap(({ get }) => get ?? [])
    .filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'after'))
    .map(({ operationId, responses }) => [
      camelCase(operationId),
      Object.keys(responses[200].headers ?? {}).filter((header) => header !== 'Link'),
    ]),
);

/** Those of which the app also reads one page alone, as a search that shows its first eight matches: `listPatientsPage`. */
const singlePages = new Set([
  'listPatients',
  'listPatientNotes',
  'listPatientChanges',
  'listImportRows',
]);

/** Makes an infinite query of each list in pages. */
const withPages = (calls) =>
  calls.replace(
    /\b(\w+): build\.query<\s*(\w+),\s*(\w+)\s*>\(\{\s*query: \(queryArg\) => \(\{(.*?)\}\),\n(\s*providesTags: [^\n]*\n\s*\}\),\n)/gs,
    (call, name, answer, arg, query, rest) => {
      if (!pagedLists.has(name)) return call;
      const headers = pagedLists.get(name).map((header) => `"${header}"`);
      const infinite = `${name}: build.infiniteQuery<ListPage<${answer}[number]>, Omit<${arg}, "after">, PageParam>({
        ...inPages<${answer}[number]>(${headers.join(', ')}),
        query: ({ queryArg, pageParam }) => ({${query.replace('queryArg.after', 'pageParam')}}),
${rest}`;
      return singlePages.has(name)
        ? `${infinite}      ${call.replace(name, `${name}Page`)}`
        : infinite;
    },
  );

/** The hooks of the calls, with those of infinite queries. */
const hooksInPages = (hooks) =>
  hooks.replace(/\s*use(Lazy)?(\w+?)Query,/g, (hook, lazy = '', name) => {
    const call = name[0].toLowerCase() + name.slice(1);
    if (!pagedLists.has(call)) return hook;
    const infinite = lazy ? '' : `\n  use${name}InfiniteQuery,`;
    return singlePages.has(call) ? `${infinite}\n  use${lazy}${name}PageQuery,` : infinite;
  });

const tags = [
  ...new Set(
    Object.entries(document.paths).flatMap(([path, calls]) =>
      elsewhere.test(path) ? [] : Object.values(calls).flatMap((call) => call.tags ?? []),
    ),
  ),
].toSorted();
const nameOf = (tag) => `${camelCase(tag)}Api`;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const { types } = await generate(isCalled);
write('types.ts', `${types.trim()}\n`);
write(
  'tagTypes.ts',
  `/** What cached answers are marked with: the tags of the document. */\nexport const tagTypes = ${JSON.stringify(tags)} as const;\n`,
);
for (const tag of tags) {
  const part = await generate(
    (name, call) => isCalled(name, call) && call.operation.tags?.includes(tag),
  );
  const used = [...new Set(part.calls.match(/\b\w+Api(?:Response|Arg)\b/g))];
  const calls = withPages(part.calls.trim().replace(/;$/, ''));
  const pages = calls.includes('build.infiniteQuery')
    ? 'import { inPages, type ListPage, type PageParam } from "../listPages";\n'
    : '';
  const imports = `import { baseApi } from "../baseApi";\n${pages}import { withTags } from "../tags";\nimport type {\n${used.map((type) => `  ${type},\n`).join('')}} from "./types";\n`;
  const name = nameOf(tag);
  write(
    `${tag}.ts`,
    `${imports}\nexport const ${name} = withTags(\n  baseApi${calls},\n);\n${hooksInPages(part.hooks).replace('injectedRtkApi', name)}`,
  );
}
const names = tags.map(nameOf);
const lines = [
  'import type { Api } from "@reduxjs/toolkit/query";',
  '',
  ...tags.map((tag, at) => `import type { ${names[at]} } from "./${tag}";`),
  '',
  'export type * from "./types";',
  'export * from "./tagTypes";',
  ...tags.map((tag) => `export * from "./${tag}";`),
  '',
  'type CallsOf<Part> = Part extends Api<infer _Query, infer Calls, infer _Path, infer _Tags> ? Calls : never;',
  '',
  '/** The calls of all features; a page has loaded those of its own. */',
  `export type EveryCall = ${names.map((name) => `CallsOf<typeof ${name}>`).join(' &\n  ')};`,
];
write('index.ts', `${lines.join('\n')}\n`);
rmSync(schemaFile);
