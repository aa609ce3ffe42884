import { readFileSync } from 'node:fs'

/**
 * The router of Fastify compiles up to three functions per route with `new Function`, most of which never run: a tenth of a
 * start and a megabyte per 150 routes. These do the same without compiling, or compile at the first use.
 * @type {Readonly<Record<string, [RegExp, string][]>>}
 */
const replacements = {
  'node.js': [[/return new Function\('path', 'i', .*/, 'return (path, i) => path.startsWith(prefix, i)']],
  // A turn of the boot queue for each route, to wait for handlers of errors that are set later: all are set when it ends.
  'route.js': [
    [/this\.after\(\(notHandledErr, done\) => \{/, "avvio.once('preReady', () => {"],
    [/(\n {8})avvio\.once\('preReady', \(\) => \{/, '$1{'],
    [/\}\)\s+done\(notHandledErr\)/, '}'],
  ],
  'handler-storage.js': [
    [
      /const fnBody = \[[\s\S]*?new Function\('NullObject', .*/,
      `return (param0, param1, param2, param3, more) => {
        const values = [param0, param1, param2, param3, ...(more ?? [])]
        const object = new NullObject()
        for (let i = 0; i < params.length; i++) object[params[i]] = values[i]
        return object
      }`,
    ],
    [
      /this\._compileGetHandlerMatchingConstraints\(constrainer, constraints\)/,
      `this._getHandlerMatchingConstraints = (derived) => {
        this._compileGetHandlerMatchingConstraints(constrainer)
        return this._getHandlerMatchingConstraints(derived)
      }`,
    ],
  ],
}

/** @type {import('esbuild').Plugin} */
export const lightRouter = {
  name: 'light router',
  setup({ onLoad }) {
    onLoad(
      { filter: /[\\/](?:find-my-way[\\/]lib[\\/](?:node|handler-storage)|fastify[\\/]lib[\\/]route)\.js$/ },
      ({ path }) => {
        let contents = readFileSync(path, 'utf8')
        for (const [pattern, replacement] of replacements[path.split(/[\\/]/).at(-1) ?? ''] ?? []) {
          if (!pattern.test(contents)) throw new Error(`${path} has no ${pattern}: see scripts/setup/light-router.mjs`)
          contents = contents.replace(pattern, replacement)
        }
        return { contents, loader: 'js' }
      },
    )
  },
}
