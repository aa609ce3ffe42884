import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/child.mjs'
import { contentsOf, sha256 } from './contents.mjs'
import { signForMacOs } from './macos-signature.mjs'
import { folderOf } from './packages.mjs'
import { nodeOf } from './targets.mjs'

/** @typedef {import('./targets.mjs').Target} Target */
/** @typedef {import('./contents.mjs').Program} Program */

/** The contents one after the other, and where each begins. @param {Program} program @param {Target} target */
function pack(program, target) {
  const { version } = JSON.parse(readFileSync(join(root, program.folder, 'package.json'), 'utf8'))
  // Only a module outside the executable can import modules.
  const start = `import('./${program.folder}/bin/${program.name}.js')\n`
  const pieces = [...contentsOf(program, target)].map(([path, source]) => ({ path, bytes: readFileSync(source) }))
  pieces.push({ path: 'start.cjs', bytes: Buffer.from(start) })
  let offset = 0
  const files = pieces.map(({ path, bytes }) => {
    const file = { path, offset, size: bytes.length, sha256: sha256(bytes) }
    offset += bytes.length
    return file
  })
  const id = sha256(Buffer.from(JSON.stringify(files))).slice(0, 16)
  return {
    index: JSON.stringify({ name: program.name, version, id, files }),
    contents: Buffer.concat(pieces.map(({ bytes }) => bytes)),
  }
}

/**
 * Makes a program one executable file: the official Node with the program inside.
 * @param {Program} program
 * @param {Target} target
 * @param {string} output folder
 * @returns {string} its path
 */
export function buildExecutable(program, target, output) {
  const work = join(output, `.${program.name}-${target.name}`)
  const file = join(output, `${program.name}-${target.name}${target.extension}`)
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  try {
    const { index, contents } = pack(program, target)
    const assets = { index: join(work, 'index.json'), contents: join(work, 'contents') }
    writeFileSync(assets.index, index)
    writeFileSync(assets.contents, contents)
    const config = join(work, 'sea.json')
    writeFileSync(
      config,
      JSON.stringify({
        main: join(root, 'scripts/release/unpack.cjs'),
        output: file,
        executable: join(folderOf(`node_modules/${target.runtime}`), nodeOf(target)),
        disableExperimentalSEAWarning: true,
        // Options of Node from the environment are for other programs.
        execArgvExtension: 'none',
        assets,
      }),
    )
    const { status, stderr } = spawnSync(process.execPath, ['--build-sea', config], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`cannot build ${file}: ${stderr}`)
    if (target.os === 'darwin') writeFileSync(file, signForMacOs(readFileSync(file), program.name))
    chmodSync(file, 0o755)
    return file
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
