/** Paths that belong to our own tree; everything else is a library or part of Node. */
exports.ours = '^(sdk|config|kernel|plugins|agent|agent-plugins|dashboard|e2e|scripts)/(?!.*node_modules/)'

/** The folders of packages, of their types too. @type {(...names: string[]) => string[]} */
exports.lib = (...names) => names.map((name) => `(^|/)node_modules/(@types/)?${name}/`)

/** What a package offers to the tests of others. */
exports.testing = '^((kernel|agent|sdk/protocol)/src/testing|plugins/[^/]+/src/testing\\.ts$)'
