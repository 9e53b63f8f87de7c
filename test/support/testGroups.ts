/**
 * Files that have a process of their own, because they change or measure what files of one process share. All others share the processes
 * of their group: starting one, and loading client and service in it, takes longer than most files. See D-651.
 */
export const ISOLATED = [
  // Mock modules, load them again, or start the client that the package exports.
  'client/automaticMock',
  'client/clientObject',
  'client/earlyRequest',
  'client/scriptChunkLoader',
  'react/hotReload',
  'react/hydration',
  'react/provider',
  // Expects a document on which no client has run.
  'docs/consent',
  // Leave listeners and clients behind.
  'client/scriptTag',
  'page/missingFeatures',
  // Measure the memory or the processor time of the process.
  'server/caches',
  'server/growth',
  'server/lib/createQueue',
  'server/store/memoryStore',
  'surveys/growth',
].map(name => `test/${name}.test.ts`)

/** Files that change built-in objects, and restore them. */
export const CHANGE_BUILT_INS = [
  'client/hostileArguments',
  'client/oldLibraries',
  'client/ownProperties',
  'client/toJson',
  'lib/json',
].map(name => `test/${name}.test.ts`)

/** Files that start clients on the document, and read what it stores and requests. */
export const ON_DOCUMENT = [
  'migrate/tables',
  'page/browserPage',
  'page/throwingGetters',
  'persistence/browserStores',
].map(name => `test/${name}.test.ts`)

/** Files that start other clients on the document. They run with each store. */
export const PEERS_ON_DOCUMENT = ['bindings', 'browser-clients'].map(name => `test/peers/${name}.test.ts`)

/** Files that run the code of `docs/` on a page, which each test opens again. They share a process, which loads the libraries once. */
export const ON_DOCS_PAGE = [
  'frameworks',
  'privacy',
  'react',
  'readme',
  'surveys',
  'testing',
  'troubleshooting',
].map(name => `test/docs/${name}.test.ts`)

/** Files that render into a document, which they share. */
export const IN_DOCUMENT = [
  'test/{console,editor,surveys}/**/*.test.tsx',
  'test/{editor/foldedPanes,openfeature/reactSdk,surveys/ui/onWidgetToggle}.test.ts',
  'test/react/{components,flagHooks,hostileProps,names,surveys}.test.ts',
]
