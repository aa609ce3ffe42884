import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../setup/child.mjs'
import { tar, withFolders } from './tar.mjs'

/** @typedef {import('./targets.mjs').Target} Target */
/** @typedef {import('./contents.mjs').Program} Program */
/** @typedef {import('./tar.mjs').Entry} Entry */

const templates = join(root, 'scripts/release/debian')

/** What differs between the packages. @type {Record<Program['name'], { summary: string, settings: string, settingsMode: string, configured: string }>} */
const packages = {
  'svc-server': {
    summary: 'server monitoring: the server with its dashboard',
    settings: 'etc/svc/server.toml',
    settingsMode: '0640',
    configured: 'true',
  },
  'svc-agent': {
    summary: 'server monitoring: the agent of a monitored host',
    settings: 'etc/default/svc-agent',
    settingsMode: '0600',
    // An earlier installation may have left a token.
    configured:
      "[ -e /etc/svc/agent.toml ] || grep -qs '^token' /var/lib/svc-agent/agent.toml || grep -q '^SVC_SERVER_URL=.' @SETTINGS@",
  },
}

/** The members of a Unix archive one after the other. @param {[name: string, content: Buffer][]} members */
const archive = (members) =>
  Buffer.concat([
    Buffer.from('!<arch>\n'),
    ...members.flatMap(([name, content]) => [
      Buffer.from(`${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}`),
      Buffer.from(`${String(content.length).padEnd(10)}\`\n`),
      content,
      Buffer.alloc(content.length % 2, '\n'),
    ]),
  ])

/**
 * Makes the Debian package of a program: the program, a hardened service, its settings, and the account it runs as.
 * @param {Program} program
 * @param {{ target: Target, version: string, executable: string, compress: (bytes: Buffer) => Buffer, output: string }} options
 * @returns {string} its path
 */
export function buildDebianPackage({ name }, { target, version, executable, compress, output }) {
  const { summary, settings, settingsMode, configured } = packages[name]
  const architecture = target.cpu === 'x64' ? 'amd64' : 'arm64'
  const template = (/** @type {string} */ file) =>
    Buffer.from(
      readFileSync(join(templates, file), 'utf8')
        .replaceAll('@CONFIGURED@', configured)
        .replaceAll('@NAME@', name)
        .replaceAll('@SETTINGS@', `/${settings}`)
        .replaceAll('@MODE@', settingsMode)
        .replaceAll('@GROUP@', settingsMode === '0640' ? name : 'root'),
    )
  /** @type {Entry[]} */
  const files = [
    { path: `./usr/bin/${name}`, content: readFileSync(executable), mode: 0o755 },
    { path: `./usr/lib/systemd/system/${name}.service`, content: template(`${name}.service`) },
    { path: `./usr/share/doc/${name}/copyright`, content: readFileSync(join(root, 'LICENSE')) },
    // Nobody else may read it before the account exists.
    { path: `./${settings}`, content: template(settings.replace(/.*\//, '')), mode: 0o600 },
  ]
  const installed = files.reduce((total, { content }) => total + (content?.length ?? 0), 0)
  const control = [
    `Package: ${name}`,
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    'Maintainer: svc <svc@localhost>',
    `Installed-Size: ${Math.ceil(installed / 1024)}`,
    'Depends: libc6 (>= 2.28), libstdc++6 (>= 8), libgcc-s1, libatomic1, passwd',
    'Section: net',
    'Priority: optional',
    `Description: ${summary}`,
    '',
  ].join('\n')
  const sums = files.map(
    ({ path, content = '' }) => `${createHash('md5').update(content).digest('hex')}  ${path.slice(2)}\n`,
  )
  /** @type {Entry[]} */
  const controlFiles = [
    { path: './', mode: 0o755 },
    { path: './control', content: Buffer.from(control) },
    { path: './conffiles', content: Buffer.from(`/${settings}\n`) },
    { path: './md5sums', content: Buffer.from(sums.join('')) },
    ...['postinst', 'prerm', 'postrm'].map((script) => ({
      path: `./${script}`,
      content: template(script),
      mode: 0o755,
    })),
  ]
  const file = join(output, `${name}_${version}_${architecture}.deb`)
  writeFileSync(
    file,
    archive([
      ['debian-binary', Buffer.from('2.0\n')],
      ['control.tar.gz', gzipSync(tar(controlFiles))],
      ['data.tar.zst', compress(tar([{ path: './' }, ...withFolders(files)]))],
    ]),
  )
  return file
}
