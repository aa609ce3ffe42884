import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { constants, zstdCompressSync } from 'node:zlib'
import { checksums, publicKeyFile, readKey, signatureFile } from './release/checksums.mjs'
import { programs } from './release/contents.mjs'
import { buildDebianPackage } from './release/debian.mjs'
import { buildExecutable } from './release/executable.mjs'
import { buildImage } from './release/image.mjs'
import { inspect } from './release/inspect.mjs'
import { billOfMaterials } from './release/sbom.mjs'
import { ownTarget, targets } from './release/targets.mjs'
import { root } from './setup/child.mjs'
import { buildAll } from './setup/compile.mjs'

const usage = `Usage: npm run release -- [--target NAME]... [--output FOLDER]

Makes the programs of a release. Targets: ${targets.map(({ name }) => name).join(', ')}.
SVC_RELEASE_KEY signs the checksums: 32 bytes in base64, for example of \`openssl rand -base64 32\`.`

/** Downloads should be small; a higher level takes minutes for each program. */
const compression = { [constants.ZSTD_c_compressionLevel]: 12, [constants.ZSTD_c_windowLog]: 25 }

/** @param {Buffer} bytes */
const compress = (bytes) => zstdCompressSync(bytes, { params: compression })

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`

/** @param {string[]} names @param {string} output */
function release(names, output) {
  const chosen = targets.filter(({ name }) => names.includes(name))
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  /** @type {string[]} */
  const files = []
  for (const target of chosen) {
    for (const program of programs) {
      const file = buildExecutable(program, target, output)
      writeFileSync(`${file}.zst`, compress(readFileSync(file)))
      files.push(file, `${file}.zst`)
      const checked = inspect(program, { target, version, executable: file })
      const size = `${megabytes(statSync(file).size)}, compressed ${megabytes(statSync(`${file}.zst`).size)}`
      console.log(`${file}: ${size}, ${checked}`)
      if (target.os !== 'linux') continue
      files.push(buildDebianPackage(program, { target, version, executable: file, compress, output }))
      // Its C library is that of this machine.
      if (target === ownTarget) files.push(buildImage(program, { target, version, executable: file, output }))
    }
  }
  // Programs of plugins that run elsewhere are plain scripts, the same for all platforms.
  for (const path of globSync('plugins/*/worker/dist/bundle/*.js', { cwd: root })) {
    const { bin } = JSON.parse(readFileSync(join(root, dirname(path), '../../package.json'), 'utf8'))
    const [name] = Object.keys(bin)
    const file = join(output, basename(path) === 'worker.js' ? `${name}-worker.js` : basename(path))
    copyFileSync(join(root, path), file)
    files.push(file)
  }
  const bill = join(output, 'sbom.cdx.json')
  writeFileSync(bill, `${JSON.stringify(billOfMaterials(chosen, version), null, 2)}\n`)
  const sums = checksums([...files, bill])
  const { SVC_RELEASE_KEY: secret } = process.env
  const key = secret === undefined ? undefined : readKey(secret)
  // Agents of peers ask for the first name, people look for the second.
  for (const name of ['checksums.txt', 'sha256sums.txt']) {
    writeFileSync(join(output, name), sums)
    if (key) {
      const signature = signatureFile(Buffer.from(sums), `svc ${version} ${name}`, key)
      writeFileSync(join(output, `${name}.minisig`), signature)
    }
  }
  if (key) writeFileSync(join(output, 'svc.pub'), publicKeyFile(key))
  else console.log('not signed: SVC_RELEASE_KEY is not set')
}

const { values } = parseArgs({
  options: {
    target: { type: 'string', multiple: true, default: targets.map(({ name }) => name) },
    output: { type: 'string', default: join(root, 'dist/release') },
    help: { type: 'boolean' },
  },
})
const unknown = values.target.filter((name) => !targets.some((target) => target.name === name))
if (values.help) console.log(usage)
else if (unknown.length > 0) {
  console.error(`unknown target: ${unknown.join(', ')}\n\n${usage}`)
  process.exitCode = 2
} else if (await buildAll()) release(values.target, values.output)
else process.exitCode = 1
