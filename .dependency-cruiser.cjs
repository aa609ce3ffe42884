/**
 * The import law. Every folder lists what it may import; everything else is an error. A rule's `comment` says what to
 * do instead. Run by `npm run deps`, which also asserts that each folder was really read.
 */

const { lib, ours, testing } = require('./scripts/law/paths.cjs')
const { owners, pageLibraries } = require('./scripts/law/owners.cjs')

const test = '\\.test\\.tsx?$'
/** End-to-end tests, and lists for those of the whole system, which live in the folder of what they test. */
const endToEnd = ['/e2e/', '^(dashboard|plugins/[^/]+)/test/(access|pages)\\.ts$']
/** It starts programs that an agent works with, for example a Docker daemon. */
const agentTesting = '^agent-plugins/[^/]+/src/testing\\.ts$'
const sdk = (...names) => names.map((name) => `^sdk/${name}/src/`)
/**
 * A contract may be split: `contract.ts` re-exports `<noun>-schema.ts` files of any folder, `columns.ts` declares what is
 * stored, with units and charts, `wire.ts` the messages to agents and browsers, and `end-to-end.ts` their encryption; all
 * obey the same rules.
 */
const shared = '(contract|wire|end-to-end|[a-z0-9/-]+-schema|[a-z0-9/-]*columns)\\.ts$'
/** The messages of a plugin, their encryption between page and agent, and versions in them, which its agent half imports. */
const wire = '^plugins/[^/]+/src/(wire|end-to-end|version-schema)\\.ts$'
const contract = `^plugins/[^/]+/src/${shared}`
const react = lib('react', 'react-dom', 'react-i18next', 'i18next', '@tanstack/[^/]+', 'lucide-react', 'sonner')

/** `folder` may import, of our own tree, nothing but itself and `allowed`. */
const onlyOurs = (name, folder, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: folder, pathNot: test },
  to: { path: ours, pathNot: [folder, ...allowed] },
})

/** `folder` may import, of everything outside, nothing but `allowed`. */
const onlyLibraries = (name, folder, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: folder, pathNot: test },
  to: { pathNot: [ours, ...allowed] },
})

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'move what both need into a third file, or pass it as an argument; a lazily loaded page is no cycle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'resolvable',
      comment: 'the import leads nowhere: fix the path, or export it from its package',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'own-dependencies',
      comment: 'declare the library in the package.json of the package that imports it',
      severity: 'error',
      from: { path: ours },
      to: {
        path: '(^|/)node_modules/',
        // the tools that test and bundle are the repository's
        pathNot: lib('vitest', 'fast-check', 'esbuild'),
        dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
      },
    },
    {
      name: 'runtime-dependencies',
      comment: 'what runs in production needs `dependencies`, not `devDependencies`',
      severity: 'error',
      from: { path: '^(sdk|config|kernel|plugins/[^/]+/src|agent|agent-plugins)/', pathNot: test },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm-peer'] },
    },
    {
      name: 'no-tests-in-programs',
      comment: 'programs do not import tests or testing doors',
      severity: 'error',
      from: { path: ours, pathNot: [test, testing, '^e2e/', '/test/'] },
      to: { path: [test, testing, ...lib('vitest', 'fast-check')] },
    },

    onlyOurs('protocol-ours', '^sdk/protocol/src/', [], 'the wire knows nobody'),
    onlyLibraries('protocol-libraries', '^sdk/protocol/src/', lib('@sinclair/typebox'), 'typebox; no Node, no DOM'),

    onlyOurs('plugin-sdk-ours', '^sdk/plugin/src/', sdk('protocol'), 'the SDK is a contract: protocol only'),
    onlyLibraries(
      'plugin-sdk-libraries',
      '^sdk/plugin/src/',
      lib('@sinclair/typebox', 'fastify', '@fastify/type-provider-typebox', '@fastify/websocket'),
      'typebox, and fastify as types',
    ),
    {
      name: 'plugin-sdk-fastify-as-types',
      comment: 'the SDK must be loadable without fastify: `import type`',
      severity: 'error',
      from: { path: '^sdk/plugin/src/', pathNot: test },
      to: {
        path: lib('fastify', '@fastify/[^/]+'),
        dependencyTypesNot: ['type-only', 'triple-slash-type-reference'],
      },
    },
    onlyOurs('agent-sdk-ours', '^sdk/agent/src/', sdk('protocol'), 'the SDK is a contract: protocol only'),
    onlyLibraries('agent-sdk-libraries', '^sdk/agent/src/', lib('@sinclair/typebox'), 'typebox only'),
    onlyOurs('series-ours', '^sdk/series/src/', sdk('plugin'), 'the database of plugins, and no plugin'),
    onlyLibraries(
      'series-libraries',
      '^sdk/series/src/',
      ['^(node:)?(zlib|timers/promises)$'],
      'checksums and pauses of Node, no DOM',
    ),
    onlyOurs('probe-target-ours', '^sdk/probe-target/src/', [], 'it knows nobody'),
    onlyLibraries('probe-target-libraries', '^sdk/probe-target/src/', lib('ipaddr\\.js'), 'no Node, no DOM'),
    onlyOurs('raw-socket-ours', '^sdk/raw-socket/src/', [], 'it knows nobody'),
    onlyLibraries(
      'raw-socket-libraries',
      '^sdk/raw-socket/src/(?!testing)',
      ['^(node:)?(crypto|fs|net|os)$', ...lib('koffi')],
      'the C library, and what Node knows of addresses',
    ),
    onlyOurs('dashboard-sdk-ours', '^sdk/dashboard/src/', sdk('protocol', 'widget'), 'no plugin and no shell'),
    onlyOurs('widget-sdk-ours', '^sdk/widget/src/', sdk('protocol'), 'protocol only'),
    onlyLibraries('widget-sdk-libraries', '^sdk/widget/src/', lib('react', 'semver', 'zod'), 'react, zod, semver'),
    onlyOurs(
      'widget-package-ours',
      '^sdk/widget-package/src/',
      ['^sdk/widget/src/manifest', '^sdk/protocol/src/text/'],
      'manifests, and texts by code',
    ),
    onlyOurs(
      'widget-tools-ours',
      '^sdk/widget-tools/src/',
      sdk('protocol', 'widget', 'widget-package'),
      'what widgets are made of and what is checked of them; nothing of the server',
    ),
    onlyOurs('create-plugin-ours', '^sdk/create-plugin/src/', [], 'nothing of ours'),
    onlyOurs('create-widget-ours', '^sdk/create-widget/src/', ['^sdk/widget/src/manifest'], 'manifests only'),

    onlyOurs('config-ours', '^config/src/', [], 'both programs stand on it, so it stands on neither'),
    onlyLibraries(
      'config-libraries',
      '^config/src/',
      ['^(node:)?(fs|path)$', ...lib('@sinclair/typebox', 'smol-toml')],
      'typebox and a TOML parser; what one program needs alone belongs there',
    ),

    {
      name: 'kernel-ours',
      comment: 'the kernel knows no plugin, not even in tests; bundled.ts holds their ids as strings',
      severity: 'error',
      from: { path: '^kernel/', pathNot: endToEnd },
      to: { path: ours, pathNot: ['^kernel/', '^config/src/', ...sdk('plugin', 'protocol')] },
    },
    {
      name: 'kernel-no-interface',
      comment: 'the kernel serves files of the dashboard; it never imports interface code',
      severity: 'error',
      from: { path: '^kernel/' },
      to: { path: react },
    },

    {
      name: 'plugin-ours',
      comment: 'a plugin sees other plugins only through their `contract`, and never the kernel, an agent or a page',
      severity: 'error',
      from: { path: '^plugins/([^/]+)/src/', pathNot: [test, testing] },
      to: {
        path: ours,
        pathNot: [
          '^plugins/$1/src/',
          `^plugins/$1/worker/src/${shared}`,
          '^plugins/[^/]+/src/contract\\.ts$',
          '^sdk/widget/src/manifest',
          ...sdk('series', 'plugin', 'protocol', 'probe-target', 'widget-package'),
        ],
      },
    },
    {
      name: 'plugin-no-interface',
      comment: 'interface code of a plugin lives in its dashboard folder',
      severity: 'error',
      from: { path: '^plugins/[^/]+/src/' },
      to: { path: react },
    },
    {
      name: 'contract-ours',
      comment: 'a contract holds refs, types and schemas: it imports SDK, protocol and other contracts',
      severity: 'error',
      from: { path: `^plugins/([^/]+)/src/${shared}` },
      to: {
        path: ours,
        pathNot: [`^plugins/$1/src/${shared}`, '^plugins/[^/]+/src/contract\\.ts$', ...sdk('plugin', 'protocol')],
      },
    },
    onlyLibraries(
      'contract-libraries',
      contract,
      [...lib('@sinclair/typebox'), '^(node:)?net$'],
      'a contract is loaded by browsers too: typebox, and sockets as types',
    ),
    {
      name: 'contract-sockets-as-types',
      comment: 'browsers have no sockets: `import type`',
      severity: 'error',
      from: { path: contract, pathNot: test },
      to: { path: '^(node:)?net$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'plugin-dashboard-ours',
      comment: 'pages use the dashboard SDK, contract and columns of their own plugin, and page refs of others',
      severity: 'error',
      from: { path: '^plugins/([^/]+)/dashboard/', pathNot: test },
      to: {
        path: ours,
        pathNot: [
          '^plugins/$1/dashboard/',
          `^plugins/$1/src/${shared}`,
          '^plugins/[^/]+/dashboard/pages\\.ts$',
          ...sdk('dashboard', 'widget', 'protocol'),
        ],
      },
    },
    {
      name: 'plugin-dashboard-libraries',
      comment: 'a page runs in the browser: React and what goes with it, and what its plugin owns there; never Node',
      severity: 'error',
      from: { path: '^plugins/[^/]+/dashboard/', pathNot: test },
      to: {
        pathNot: [ours, ...react, ...pageLibraries],
      },
    },
    {
      name: 'plugin-page-ours',
      comment:
        'the scripts of a plugin’s own pages are small: they import nothing of ours but what their plugin shares',
      severity: 'error',
      from: { path: '^plugins/([^/]+)/page/', pathNot: test },
      to: { path: ours, pathNot: ['^plugins/$1/page/', `^plugins/$1/src/${shared}`] },
    },
    onlyLibraries(
      'plugin-page-libraries',
      '^plugins/[^/]+/page/',
      [],
      'no libraries, and no Node: it runs in the browser',
    ),
    onlyOurs(
      'plugin-worker-ours',
      '^plugins/[^/]+/worker/',
      [],
      'what runs elsewhere stands alone; its plugin imports the schemas of its API',
    ),
    {
      name: 'plugin-tests',
      comment:
        'tests go through the door: other plugins by their entry, contract or testing, the kernel by its testing entry',
      severity: 'error',
      from: {
        path: '^plugins/([^/]+)/((src|dashboard|page)/.*\\.test\\.tsx?$|test/|src/testing\\.ts$)',
        pathNot: endToEnd,
      },
      to: {
        path: ours,
        pathNot: [
          '^plugins/$1/',
          '^plugins/[^/]+/src/(contract|index|testing)\\.ts$',
          '^(kernel|agent)/src/testing',
          ...sdk('series', 'plugin', 'probe-target', 'protocol', 'dashboard', 'widget'),
        ],
      },
    },

    {
      name: 'agent-ours',
      comment: 'the agent knows its plugins by their package.json only, not even in tests',
      severity: 'error',
      from: { path: '^agent/', pathNot: endToEnd },
      to: { path: ours, pathNot: ['^agent/', '^config/src/', ...sdk('agent', 'protocol')] },
    },
    {
      name: 'agent-plugin-ours',
      comment: 'an agent plugin sees the agent SDK, the protocol, where probes may go and `wire.ts` of its server half',
      severity: 'error',
      from: { path: '^agent-plugins/([^/]+)/', pathNot: [test, '^agent-plugins/[^/]+/test/', ...endToEnd] },
      to: {
        path: ours,
        pathNot: ['^agent-plugins/$1/', wire, ...sdk('agent', 'probe-target', 'protocol', 'raw-socket')],
      },
    },
    {
      name: 'agent-plugin-wire',
      comment: 'agents load it too: messages need the protocol and typebox only',
      severity: 'error',
      from: { path: wire },
      to: { path: ours, pathNot: [wire, ...sdk('protocol')] },
    },
    {
      name: 'agent-plugin-tests',
      comment: 'tests go through the door: `@svc/agent/testing`',
      severity: 'error',
      from: { path: [`^agent-plugins/([^/]+)/src/.*${test}`, '^agent-plugins/([^/]+)/test/'] },
      to: {
        path: ours,
        pathNot: [
          '^agent-plugins/$1/',
          wire,
          '^agent/src/testing',
          ...sdk('agent', 'probe-target', 'protocol', 'raw-socket'),
        ],
      },
    },

    {
      name: 'shell-ours',
      comment: 'the shell names no plugin; src/plugins.ts finds their dashboards by glob',
      severity: 'error',
      from: { path: '^dashboard/', pathNot: endToEnd },
      to: { path: ours, pathNot: ['^dashboard/', '^sdk/[^/]+/src/'] },
    },

    {
      name: 'e2e-ours',
      comment:
        'end-to-end tests drive processes: the protocol, and what the testing entry of an agent plugin starts; the benchmarks and the tests of releases also build programs of their own',
      severity: 'error',
      from: { path: '^e2e/', pathNot: ['^e2e/bench/more-plugins', '^e2e/(harness/)?release'] },
      to: { path: ours, pathNot: ['^e2e/', agentTesting, ...sdk('protocol')] },
    },
    {
      name: 'end-to-end-ours',
      comment:
        'end-to-end tests drive processes: `@svc/e2e/*`, the protocol, what lies beside them, and the programs that the testing entry of an agent plugin starts',
      severity: 'error',
      from: { path: ['^(.+)/e2e/', endToEnd[1]] },
      to: {
        path: ours,
        pathNot: ['^$1/e2e/', '^e2e/harness/', agentTesting, ...sdk('protocol')],
      },
    },
    {
      name: 'end-to-end-door',
      comment: 'the harness of end-to-end tests is for end-to-end tests',
      severity: 'error',
      from: { path: ours, pathNot: ['^e2e/', ...endToEnd] },
      to: { path: '^e2e/' },
    },

    {
      name: 'one-runtime-uplot',
      comment: 'only chart.tsx may load uPlot; other files may import its types',
      severity: 'error',
      from: { path: '^sdk/dashboard/', pathNot: '^sdk/dashboard/src/ui/chart\\.tsx$' },
      to: { path: lib('uplot'), dependencyTypesNot: ['type-only'] },
    },
    ...owners,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: [
        '^((sdk|plugins|agent-plugins)/[^/]+|plugins/[^/]+/worker|config|kernel|agent|dashboard|e2e)/(bin|dist|examples|fixtures|template)/',
        '\\.(css|json|svg|woff2)$',
      ],
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['svc-source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
}
