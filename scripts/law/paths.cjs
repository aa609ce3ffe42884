/** Paths of this repository; everything else is a library or part of Node. */
exports.ours = '^(sdk|config|kernel|plugins|agent|agent-plugins|dashboard|e2e|scripts)/(?!.*node_modules/)'

/** Patterns for the folders of npm packages and their types. @type {(...names: string[]) => string[]} */
exports.lib = (...names) => names.map((name) => `(^|/)node_modules/(@types/)?${name}/`)

/** Test helpers that a package exports for the tests of others. */
exports.testing = '^((kernel|agent|sdk/protocol)/src/testing|(agent-)?plugins/[^/]+/src/testing\\.ts$)'
