/** Not called by the client: lists as files (src/api/listFile.ts), what Stripe calls, and what other programs call. */
const elsewhere = /\/export$|\/webhook$|^\/api\/fhir\//;

module.exports = {
  schemaFile: '../server/openapi.json',
  apiFile: './src/api/baseApi.ts',
  apiImport: 'baseApi',
  outputFile: './src/api/generated.ts',
  exportName: 'generatedApi',
  hooks: { queries: true, lazyQueries: true, mutations: true },
  tag: true,
  flattenArg: true,
  encodePathParams: true,
  filterEndpoints: (_name, { path }) => !elsewhere.test(path),
};
