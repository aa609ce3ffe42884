import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../setup/child.mjs'

/** @typedef {{ program: ts.Program, checker: ts.TypeChecker, entry: ts.SourceFile, folder: string }} Declarations */

/** @param {string} folder */
function readProject(folder) {
  const file = join(folder, 'tsconfig.json')
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} }
  const parsed = ts.getParsedCommandLineOfConfigFile(file, {}, host)
  if (!parsed) throw new Error(`${file} cannot be read`)
  return parsed.options
}

/** @type {Map<string, Declarations>} */
const cache = new Map()

/**
 * Where an entry of a package is: `widget` is the main entry of `sdk/widget`, `widget/testing` one of its sub-paths.
 * @param {string} name
 */
export function locationOf(name) {
  const [folder = '', entry = 'index'] = name.split('/')
  return { folder: join(root, 'sdk', folder), entry, record: `sdk/${folder}/${entry}.api.txt` }
}

/**
 * The declarations of `name` as the compiler emits them, which is what importers see.
 * @param {string} name
 * @returns {Declarations}
 */
export function declarationsOf(name) {
  const found = cache.get(name) ?? emitDeclarations(name)
  cache.set(name, found)
  return found
}

/** @typedef {Map<string, ts.SourceFile | undefined>} ParsedFiles @type {Map<string, ParsedFiles>} */
const parsedFiles = new Map()

/**
 * All programs need the same libraries, which are most of the work. What a file is parsed to depends on these options.
 * @param {ts.CompilerOptions} options
 */
function parsedFilesFor({ target, module, jsx }) {
  return parsedFiles.getOrInsertComputed([target, module, jsx].join(), () => new Map())
}

/** @param {string} name @returns {Declarations} */
function emitDeclarations(name) {
  const { folder: packageFolder, entry } = locationOf(name)
  const folder = join(packageFolder, 'src')
  const { composite: _, incremental: __, tsBuildInfoFile: ___, ...options } = readProject(packageFolder)
  const host = ts.createCompilerHost(options)
  const original = { fileExists: host.fileExists, readFile: host.readFile, getSourceFile: host.getSourceFile }
  const parsed = parsedFilesFor(options)
  /** @type {ts.CompilerHost['getSourceFile']} */
  const readOnce = (file, ...rest) => {
    if (!parsed.has(file)) parsed.set(file, original.getSourceFile(file, ...rest))
    return parsed.get(file)
  }
  host.getSourceFile = readOnce
  const emitOptions = { ...options, emitDeclarationOnly: true, outDir: folder }
  const sources = ts.createProgram([join(folder, `${entry}.ts`)], emitOptions, host)
  /** @type {Map<string, string>} */
  const emitted = new Map()
  for (const source of sources.getSourceFiles()) {
    // Sources of another SDK package are not part of this API.
    if (!source.fileName.startsWith(`${folder}/`)) continue
    sources.emit(source, (file, text) => emitted.set(file, text), undefined, true)
  }

  /** Hides the sources, so that `./x.js` resolves to the emitted `x.d.ts`. @param {string} file */
  const isHidden = (file) => file.startsWith(`${folder}/`) && !file.endsWith('.d.ts')
  host.fileExists = (file) => emitted.has(file) || (!isHidden(file) && original.fileExists(file))
  host.readFile = (file) => emitted.get(file) ?? original.readFile(file)
  host.getSourceFile = (file, version, ...rest) => {
    const text = emitted.get(file)
    return text === undefined ? readOnce(file, version, ...rest) : ts.createSourceFile(file, text, version, true)
  }
  const program = ts.createProgram([join(folder, `${entry}.d.ts`)], { ...options, noEmit: true }, host)
  const source = program.getSourceFile(join(folder, `${entry}.d.ts`))
  if (!source) throw new Error(`${folder}/${entry}.ts emitted no declarations`)
  return { program, checker: program.getTypeChecker(), entry: source, folder }
}

/**
 * The symbols a package exports by name, aliases resolved.
 * @param {Declarations} declarations
 * @returns {[string, ts.Symbol][]}
 */
export function exportsOf({ checker, entry }) {
  const module = checker.getSymbolAtLocation(entry)
  if (!module) throw new Error(`${entry.fileName} is not a module`)
  return checker
    .getExportsOfModule(module)
    .map(
      (symbol) =>
        /** @type {[string, ts.Symbol]} */ ([
          symbol.name,
          symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
        ]),
    )
    .sort(([a], [b]) => (a < b ? -1 : 1))
}
