import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { root } from './child.mjs'
import { lightRouter } from './light-router.mjs'
import { precompress } from './precompress.mjs'

/** A package and its package.json. @typedef {{ folder: string, manifest: any }} Package */

/** Imported lazily, because scripts start before the dependencies are installed. @param {import('esbuild').BuildOptions} options */
const build = async (options) => (await import('esbuild')).build(options)

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** The packages below a folder of the repository. @param {string} parent @returns {Package[]} */
const packagesIn = (parent) =>
  globSync(`${parent}/*/package.json`, { cwd: root })
    .sort()
    .map((file) => ({ folder: join(root, dirname(file)), manifest: readJson(join(root, file)) }))

/** The capabilities of an agent plugin, with the texts of its locales. @param {Package} plugin */
function capabilitiesOf({ folder, manifest: { svc } }) {
  const locales = globSync('locales/*.json', { cwd: folder }).map((file) => ({
    language: basename(file, '.json'),
    texts: readJson(join(folder, file)).capabilities ?? {},
  }))
  return Object.entries(svc.capabilities).map(([name, facts]) => {
    const texts = locales.filter((locale) => name in locale.texts)
    return [name, { ...facts, texts: Object.fromEntries(texts.map(({ language, texts }) => [language, texts[name]])) }]
  })
}

/** @param {string} path of a module, below the root */
const exactPath = (path) => new RegExp(`^${join(root, path).replace(/[.\\/]/g, '\\$&')}$`)

/**
 * Replaces a module of a program.
 * @param {string} path below the root
 * @param {string} contents
 * @returns {import('esbuild').Plugin}
 */
const replaceModule = (path, contents) => ({
  name: `replace ${path}`,
  setup({ onLoad }) {
    onLoad({ filter: exactPath(path) }, () => ({ loader: 'js', resolveDir: join(root, dirname(path)), contents }))
  },
})

/**
 * Replaces libraries by empty ones: a library may require others that are of no use here. Those of plugins are listed in
 * their `svc.stubs`.
 * @param {string[]} names
 * @returns {import('esbuild').Plugin}
 */
const stubs = (names) => ({
  name: 'stubs',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) => (names.includes(path) ? { path, namespace: 'stub' } : undefined))
    // The client of outbound requests reads the constants of HTTP/2 when it is loaded.
    onLoad({ filter: /.*/, namespace: 'stub' }, () => ({ contents: 'module.exports = { constants: {} }' }))
  },
})

/**
 * Replaces a built-in module for the libraries that require it.
 * @param {string} name @param {string} contents @returns {import('esbuild').Plugin}
 */
const replaceBuiltin = (name, contents) => ({
  name: `replace ${name}`,
  setup({ onResolve, onLoad }) {
    onResolve({ filter: RegExp(`^${name}$`) }, ({ path }) => ({ path, namespace: `replaced ${name}` }))
    onLoad({ filter: /.*/, namespace: `replaced ${name}` }, () => ({ contents }))
  },
})

/** It loads when a check fails. */
const lateAssert = replaceBuiltin(
  'assert',
  "module.exports = (...values) => values[0] || require('node:assert')(...values)",
)

const banner =
  "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);"

/**
 * Loads built-in modules of Node with `require`, because an `import` evaluates all their exports, including unused ones:
 * many are getters that load more. Each export is marked as pure, so that it is dropped when nobody imports it.
 * @param {string} path @param {string[]} names
 */
const builtinModule = (path, names) => [
  `export default /* @__PURE__ */ (() => require('${path}'))()`,
  ...names.map((name) => `export const ${name} = /* @__PURE__ */ (() => require('${path}').${name})()`),
]

/** The same for one that loads slowly and is used seldom: its functions load it when they are called. @param {string} path @param {string[]} names */
const lateModule = (path, names) => [
  'let loaded',
  `const load = () => (loaded ??= require('${path}'))`,
  `const late = { ${names.map((name) => `get ${name}() { return load().${name} }`)} }`,
  'export default late',
  ...names.map((name) =>
    /^(?:crc32|create|\w*(?:flate|zip))/.test(name)
      ? `export const ${name} = (...values) => late.${name}(...values)`
      : `export const ${name} = /* @__PURE__ */ (() => late.${name})()`,
  ),
]

/** @type {import('esbuild').Plugin} */
const builtinModules = {
  name: 'builtin modules',
  setup({ onResolve, onLoad }) {
    // A dynamic import needs all exports, and so would make all others that import the module evaluate them.
    onResolve({ filter: /^(?:node:)?[a-z_/]+$/ }, ({ path, kind }) =>
      isBuiltin(path) && kind === 'import-statement' ? { path, namespace: 'builtin' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(path) ?? {}).filter((name) => /^[A-Za-z]\w*$/.test(name))
      const lines = (path.endsWith('zlib') ? lateModule : builtinModule)(
        path,
        names.filter((name) => name !== 'default'),
      )
      return { contents: lines.join('\n') }
    })
  },
}

/**
 * Evaluates libraries whose default export is a function when it is called first, instead of at the start.
 * @param {string[]} names
 * @returns {import('esbuild').Plugin}
 */
const lateFunctions = (names) => ({
  name: 'late functions',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind, resolveDir }) =>
      kind === 'import-statement' && names.includes(path)
        ? { path, namespace: 'late', pluginData: resolveDir }
        : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'late' }, ({ path, pluginData }) => ({
      resolveDir: pluginData,
      contents: `export default (...values) => require('${path}')(...values)`,
    }))
  },
})

/** @type {import('esbuild').BuildOptions} */
const shared = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node26',
  conditions: ['svc-source'],
  // Identifiers are kept for stack traces and profiles.
  minifyWhitespace: true,
  minifySyntax: true,
  // An uncaught error prints the whole line.
  lineLimit: 200,
  legalComments: 'none',
  banner: { js: banner },
  logLevel: 'warning',
}

/** The parameters are those that `run-bundle.mjs` passes. @param {string} code */
const wrap = (code) => `(function(module,require,$import,$url){'use strict';${code}\n})\n`

/** `import(…)`, but neither a method of this name nor its declaration. */
const dynamicImport = /(?<![.\w$])import\((?![^()]*\)\{)/g

/**
 * Turns the modules of a bundle into functions, which `run-bundle.mjs` runs.
 * @param {string} outdir
 */
async function wrapModules(outdir) {
  const { transform } = await import('esbuild')
  await Promise.all(
    globSync('*.js', { cwd: outdir }).map(async (name) => {
      const file = join(outdir, name)
      const { code } = await transform(readFileSync(file, 'utf8').replace(banner, ''), {
        platform: 'node',
        format: 'cjs',
        target: shared.target,
        minifyWhitespace: true,
        minifySyntax: true,
        lineLimit: shared.lineLimit,
        charset: 'ascii',
        legalComments: 'none',
        define: { 'import.meta.url': '$url' },
      })
      writeFileSync(file, wrap(code.replace(dynamicImport, '$import(')))
    }),
  )
  cpSync(join(root, 'scripts/setup/run-bundle.mjs'), join(outdir, 'run-bundle.mjs'))
}

/**
 * Writes a bundle beside the former one, and then puts it in its place: a program may be starting from that. The code it has
 * compiled is kept.
 * @param {string} outdir @param {(outdir: string) => Promise<void>} write
 */
async function replaceBundle(outdir, write) {
  const next = `${outdir}.new`
  rmSync(next, { recursive: true, force: true })
  await write(next)
  const cache = join(outdir, '.cache')
  if (existsSync(cache)) renameSync(cache, join(next, '.cache'))
  rmSync(outdir, { recursive: true, force: true })
  renameSync(next, outdir)
}

/** Packages that are not bundled: native code, and those that load files from their own folder. */
const external = ['better-sqlite3', '@node-rs/argon2', '@fastify/swagger-ui', 'bufferutil', 'utf-8-validate', '*.node']

const ownUrl = /new URL\('(\.[^']*)', import\.meta\.url\)/g

/** The path of a worker module or a folder of a plugin in the bundle. @param {string} path absolute, as a source */
function bundlePathOf(path) {
  const [, id = '', rest = ''] = /^(?:plugins[\\/])?([^\\/]+)[\\/](?:src[\\/])?(.*)$/.exec(relative(root, path)) ?? []
  return `${id}/${rest.split(sep).join('/').replace(/\.ts$/, '')}`
}

/**
 * The modules that plugins run in the maintenance worker, and their folders of data files; found by `new URL(…,
 * import.meta.url)` in the sources.
 * @param {Package[]} plugins
 */
function findCompanions(plugins) {
  /** @type {Set<string>} */
  const workers = new Set([join(root, 'kernel/src/offload-worker.ts')])
  /** @type {Set<string>} */
  const folders = new Set()
  for (const { folder } of plugins) {
    for (const file of globSync('src/**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] })) {
      const path = join(folder, file)
      for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(ownUrl)) {
        const found = resolve(dirname(path), target.replace(/\.js$/, '.ts'))
        if (target.endsWith('.js')) workers.add(found)
        else if (statSync(found).isDirectory()) folders.add(found)
      }
    }
  }
  return { workers: [...workers], folders: [...folders] }
}

/** Rewrites those URLs to the paths in the bundle. @type {import('esbuild').Plugin} */
const companionUrls = {
  name: 'companion URLs',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](?:plugins[\\/][^\\/]+|kernel)[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return {
        loader: 'ts',
        contents: text.replace(ownUrl, (_, target) => {
          const found = resolve(dirname(path), target.replace(/\.js$/, '.ts'))
          const place = target.endsWith('.js') ? `workers/${bundlePathOf(found)}.js` : `files/${bundlePathOf(found)}`
          return `new URL('./${place}', import.meta.url)`
        }),
      }
    })
  },
}

/**
 * The packages that third-party plugins may import: the SDK, the protocol, and the contracts of plugins (not the plugins
 * themselves, their test helpers or their pages).
 * @param {Package[]} plugins
 */
function hostEntries(plugins) {
  const sdk = [join(root, 'sdk/plugin'), join(root, 'sdk/protocol')].map((folder) => ({
    folder,
    manifest: readJson(join(folder, 'package.json')),
  }))
  return [...sdk, ...plugins].map(({ folder, manifest }) => {
    const isPlugin = manifest.svc?.kind === 'plugin'
    const paths = Object.entries(manifest.exports)
      .filter(([path, target]) => target['svc-source'] && !path.startsWith('./testing') && !(isPlugin && path === '.'))
      .map(([path, target]) => ({
        path,
        file: `${path === '.' ? 'index' : path.slice(2)}.js`,
        source: join(folder, target['svc-source']),
      }))
    return { name: manifest.name, version: manifest.version, paths }
  })
}

/** @param {string} outdir @param {ReturnType<typeof hostEntries>} packages */
async function bundleHostPackages(outdir, packages) {
  await build({
    ...shared,
    outdir,
    external,
    entryPoints: packages.flatMap(({ name, paths }) =>
      paths.map(({ file, source }) => ({ in: source, out: `${name}/${file.slice(0, -3)}` })),
    ),
  })
  for (const { name, version, paths } of packages) {
    const exports = Object.fromEntries(paths.map(({ path, file }) => [path, `./${file}`]))
    mkdirSync(join(outdir, name), { recursive: true })
    writeFileSync(join(outdir, name, 'package.json'), JSON.stringify({ name, version, type: 'module', exports }))
  }
}

/**
 * Bundles the scripts of a plugin's own pages: each module at the top of its `svc.page` folder, and the styles it imports.
 * @param {string} outdir
 * @param {Package} plugin
 */
async function bundlePage(outdir, { folder, manifest }) {
  const { page } = manifest.svc
  if (page === undefined) return
  const target = join(outdir, basename(folder))
  await build({
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['chrome123', 'firefox121', 'safari17.5'],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    conditions: ['svc-source'],
    outdir: target,
    entryPoints: globSync('*.ts', { cwd: join(folder, page), exclude: ['*.test.ts'] }).map((file) =>
      join(folder, page, file),
    ),
  })
  precompress(target)
}

/**
 * Copies what the server renders of the texts of each owner; the others are for pages.
 * @param {string} outdir
 * @param {string[][]} owners id and folder
 */
function copyTexts(outdir, owners) {
  for (const [owner = '', folder = ''] of owners) {
    for (const file of globSync('locales/*.json', { cwd: folder })) {
      const { errors, messages } = readJson(join(folder, file))
      if (!errors && !messages) continue
      const target = join(outdir, 'locales', owner, basename(file))
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, JSON.stringify({ errors, messages }))
    }
  }
}

/**
 * Writes the server with one lazily loaded file per plugin, the modules of the maintenance worker, and the packages that
 * third-party plugins import.
 * @param {{ outdir?: string, more?: Package[] }} [options] absolute output folder, and additional plugins
 */
export const bundleServer = ({ outdir = join(root, 'server/dist/bundle'), more = [] } = {}) =>
  replaceBundle(outdir, (next) => writeServer(next, more))

/** @param {string} outdir @param {Package[]} more */
async function writeServer(outdir, more) {
  const plugins = [...packagesIn('plugins'), ...more].filter(({ manifest }) => manifest.svc?.kind === 'plugin')
  const { workers, folders } = findCompanions(plugins)
  const { version } = readJson(join(root, 'server/package.json'))
  const bundled = [
    `export const version = ${JSON.stringify(version)}`,
    `export const bundledPlugins = [${plugins.map(({ folder, manifest }) => {
      const { name, version, svc } = manifest
      const literal = JSON.stringify({ name, version, svc })
      const entry = JSON.stringify(join(folder, manifest.exports['.']['svc-source']))
      return `{ id: '${basename(folder)}', manifest: ${literal}, load: () => import(${entry}) }`
    })}]`,
    `export const bundledCapabilities = ${JSON.stringify(packagesIn('agent-plugins').flatMap(capabilitiesOf))}`,
    "import { fileURLToPath } from 'node:url'",
    "export const localesFolder = (owner) => fileURLToPath(new URL('./locales/' + owner, import.meta.url))",
    "import { packageFolder } from './package-folder.ts'",
    "const folderOf = (name) => fileURLToPath(new URL('./host/' + name, import.meta.url))",
    "export const pageFolder = (id) => fileURLToPath(new URL('./pages/' + id, import.meta.url))",
    "export const hostPackageFolder = (name) => (name.startsWith('@svc/') ? folderOf : packageFolder)(name)",
  ].join('\n')
  const esbuildPlugins = [
    // Fastify and its plugins require what only other options of them use: HTTP/2, lists of files, injected sockets.
    stubs(['node:http2', 'glob', 'duplexify']),
    lightRouter,
    lateFunctions(['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']),
    lateAssert,
    builtinModules,
    replaceModule('kernel/src/bundled.ts', bundled),
    companionUrls,
  ]
  await Promise.all([
    build({
      ...shared,
      outdir,
      external,
      plugins: esbuildPlugins,
      entryPoints: { 'svc-server': 'kernel/src/main.ts' },
    }),
    build({
      ...shared,
      outdir: join(outdir, 'workers'),
      external,
      plugins: esbuildPlugins,
      entryPoints: workers.map((file) => ({ in: file, out: bundlePathOf(file) })),
    }),
    bundleHostPackages(join(outdir, 'host'), hostEntries(plugins)),
    ...plugins.map((plugin) => bundlePage(join(outdir, 'pages'), plugin)),
  ])
  await wrapModules(outdir)
  copyTexts(outdir, [
    ['kernel', join(root, 'kernel')],
    ...packagesIn('sdk').map(({ folder }) => [basename(folder), folder]),
    ...plugins.map(({ folder }) => [basename(folder), folder]),
  ])
  for (const folder of folders) cpSync(folder, join(outdir, 'files', bundlePathOf(folder)), { recursive: true })
}

/** Writes agent/dist/bundle: the agent as one file, and one lazily loaded file per plugin. */
const bundleAgent = () => replaceBundle(join(root, 'agent/dist/bundle'), writeAgent)

/** @param {string} outdir */
async function writeAgent(outdir) {
  const plugins = packagesIn('agent-plugins').filter(({ manifest }) => manifest.svc?.kind === 'agent-plugin')
  const { version } = readJson(join(root, 'agent/package.json'))
  const bundled = `export const bundled = [${plugins.map(
    ({ manifest }) =>
      `{ name: '${manifest.name}', packageJson: () => (${JSON.stringify(manifest)}), load: () => import('${manifest.name}') }`,
  )}]`
  await build({
    ...shared,
    outdir,
    minifyIdentifiers: true,
    // Listed in `svc.external` of the plugin: packages with native code, which find it from their own folder.
    external: ['*.node', ...plugins.flatMap(({ manifest }) => manifest.svc.external ?? [])],
    entryPoints: { 'svc-agent': 'agent/src/main.ts' },
    plugins: [
      lateAssert,
      // The main thread writes the log itself.
      replaceModule('node_modules/thread-stream/index.js', ''),
      replaceBuiltin('worker_threads', 'exports.isMainThread = true'),
      builtinModules,
      stubs(plugins.flatMap(({ manifest }) => manifest.svc.stubs ?? [])),
      replaceModule('agent/src/bundled.ts', bundled),
      replaceModule('agent/src/version.ts', `export const version = ${JSON.stringify(version)}`),
    ],
  })
  await wrapModules(outdir)
  // The thread of a plugin from the host's folder, with all exports of the packages that such a plugin may import.
  await build({
    ...shared,
    splitting: false,
    outdir,
    outExtension: { '.js': '.mjs' },
    entryPoints: { 'plugin-worker': 'agent/src/host-plugins/plugin-worker.ts' },
  })
}

/**
 * Bundles what belongs to a plugin and runs elsewhere, `plugins/<id>/worker`: a Node program, and a module with a fetch handler
 * for platforms that call one.
 */
async function bundleWorkers() {
  for (const { folder, manifest } of packagesIn('plugins/*')) {
    if (basename(folder) !== 'worker') continue
    const [name = ''] = Object.keys(manifest.bin)
    const outdir = join(folder, 'dist/bundle')
    rmSync(outdir, { recursive: true, force: true })
    const common = { ...shared, splitting: false, outdir }
    await build({ ...common, entryPoints: { [name]: join(folder, 'src/main.ts') } })
    await build({
      ...common,
      entryPoints: { worker: join(folder, 'src/worker.ts') },
      platform: 'neutral',
      mainFields: ['module', 'main'],
      conditions: ['svc-source', 'workerd'],
      target: 'es2024',
      banner: {},
    })
  }
}

/** Bundles server, agent and the programs of plugins. Resolves to whether it succeeded; errors are printed. */
export async function bundlePrograms() {
  try {
    await Promise.all([bundleServer(), bundleAgent(), bundleWorkers()])
    return existsSync(join(root, 'agent/dist/bundle/svc-agent.js'))
  } catch {
    return false
  } finally {
    // its service would go on as a child of this process
    await (await import('esbuild')).stop()
  }
}
