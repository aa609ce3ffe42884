/**
 * Runs a bundle; the build copies this file into it. The compile cache of Node holds what is compiled when a file is loaded,
 * and so nearly no function. This one is written after a start and holds all functions that were called, so that later
 * starts compile nothing.
 */

// An `import` would evaluate all exports of these modules, and many of them load more.
const { hash } = process.getBuiltinModule('node:crypto')
const { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } =
  process.getBuiltinModule('node:fs')
const { createRequire } = process.getBuiltinModule('node:module')
const { dirname, join } = process.getBuiltinModule('node:path')
const { fileURLToPath, pathToFileURL } = process.getBuiltinModule('node:url')
const { Script } = process.getBuiltinModule('node:vm')

/** Compiled code by the digest of its source. @typedef {Map<string, Buffer>} CompiledCode */

/**
 * The file consists of a line with the digests and lengths, and the data. V8 refuses data of another version or with other
 * flags.
 * @param {Buffer} bytes @returns {CompiledCode}
 */
function parseCode(bytes) {
  try {
    let at = bytes.indexOf('\n') + 1
    return new Map(
      JSON.parse(bytes.toString('latin1', 0, at)).map((/** @type {[string, number]} */ [digest, length]) => {
        at += length
        return [digest, bytes.subarray(at - length, at)]
      }),
    )
  } catch {
    return new Map()
  }
}

/** Frees memory now: a quiet program hardly ever collects garbage. @param {Buffer} bytes */
function release({ buffer, length }) {
  // Small ones are parts of a shared buffer.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}

/** @param {string} file */
function readIfExists(file) {
  try {
    return readFileSync(file)
  } catch {
    return Buffer.alloc(0)
  }
}

/** @param {string} file @param {CompiledCode} code */
function writeCode(file, code) {
  mkdirSync(dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}`
  const head = JSON.stringify([...code].map(([digest, { length }]) => [digest, length]))
  try {
    const opened = openSync(temporary, 'w', 0o600)
    try {
      writeFileSync(opened, `${head}\n`)
      for (const data of code.values()) writeFileSync(opened, data)
      // V8 does not notice all damage, for example by a power failure.
      fsyncSync(opened)
    } finally {
      closeSync(opened)
    }
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** @param {string} [folder] the one of the bundle */
export function openBundle(folder = dirname(fileURLToPath(import.meta.url))) {
  const file = join(folder, `.cache/${process.version}-${process.arch}.code`)
  const bytes = readIfExists(file)
  let known = parseCode(bytes)
  /** @type {Map<string, import('node:vm').Script>} */
  const compiled = new Map()
  /** @type {Map<string, { exports: any }>} */
  const modules = new Map()
  let hasNew = false
  const requireExternal = createRequire(join(folder, 'bundle.js'))

  /** @param {string} name */
  const require = (name) => (name.startsWith('./') ? load(name) : requireExternal(name))
  require.resolve = requireExternal.resolve
  /** @param {string} name */
  const importLater = async (name) => (name.startsWith('./') ? load(name) : import(name))

  /** @param {string} name such as `./svc-server.js` */
  function load(name) {
    const loaded = modules.get(name)
    if (loaded) return loaded.exports
    const filename = join(folder, name)
    const source = readFileSync(filename)
    const digest = hash('sha1', source)
    const cachedData = known.get(digest)
    const script = new Script(source.toString(), { filename, cachedData })
    release(source)
    if (!cachedData || script.cachedDataRejected) hasNew = true
    compiled.set(digest, script)
    const module = { exports: {} }
    modules.set(name, module)
    script.runInThisContext()(module, require, importLater, pathToFileURL(filename).href)
    return module.exports
  }

  return {
    load,
    /** Writes the code that is compiled by now, once; later modules are not included. */
    keepCode() {
      const code = () => new Map([...compiled].map(([digest, script]) => [digest, script.createCachedData()]))
      try {
        if (hasNew) writeCode(file, code())
      } catch {
        // Where it cannot be written, every start compiles.
      }
      hasNew = false
      known = new Map()
      release(bytes)
      compiled.clear()
    },
  }
}
