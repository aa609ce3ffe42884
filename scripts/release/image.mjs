import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/child.mjs'
import { contentsOf, sha256 } from './contents.mjs'
import { tar, withFolders } from './tar.mjs'

/** @typedef {import('./targets.mjs').Target} Target */
/** @typedef {import('./contents.mjs').Program} Program */
/** @typedef {import('./tar.mjs').Entry} Entry */

/** The account in images, which has a number that no account of a host has. */
const account = 65532

/** The libraries that files of this machine load, at the paths where they are looked for. @param {string[]} files */
function librariesOf(files) {
  const lines = files.flatMap((file) => [...execFileSync('ldd', [file], { encoding: 'utf8' }).matchAll(/(\/\S+) \(/g)])
  return [...new Set(lines.map(([, path = '']) => path))].sort()
}

/** In nanoseconds. The first start may compile and migrate. */
const healthCheck = {
  Test: ['CMD', '/usr/bin/svc-server', 'health'],
  Interval: 30e9,
  Timeout: 10e9,
  StartPeriod: 60e9,
  Retries: 3,
}

/** @param {Buffer} bytes */
const blob = (bytes) => ({ digest: `sha256:${sha256(bytes)}`, size: bytes.length, bytes })

/**
 * Makes a container image of a program: the program, the C library of this machine, and an account without rights. The
 * archive is an OCI layout that older versions of `docker load` read as well.
 * @param {Program} program
 * @param {{ target: Target, version: string, executable: string, output: string }} options
 * @returns {string} its path
 */
export function buildImage(program, { target, version, executable, output }) {
  const { name } = program
  const data = `var/lib/${name}`
  const native = [...contentsOf(program, target).values()].filter((path) => path.endsWith('.node'))
  /** @type {Entry[]} */
  const files = [
    ...librariesOf([executable, ...native]).map((path) => ({
      path: path.slice(1),
      content: readFileSync(realpathSync(path)),
      mode: 0o755,
    })),
    { path: 'etc/passwd', content: Buffer.from(`svc:x:${account}:${account}::/${data}:/sbin/nologin\n`) },
    { path: 'etc/group', content: Buffer.from(`svc:x:${account}:\n`) },
    { path: `usr/bin/${name}`, content: readFileSync(executable), mode: 0o755 },
    { path: `usr/share/doc/${name}/copyright`, content: readFileSync(join(root, 'LICENSE')) },
    { path: `${data}/`, owner: account, mode: 0o700 },
    { path: 'tmp/', mode: 0o1777 },
  ]
  const layer = blob(tar(withFolders(files)))
  const config = blob(
    Buffer.from(
      JSON.stringify({
        architecture: target.cpu === 'x64' ? 'amd64' : 'arm64',
        os: 'linux',
        config: {
          User: `${account}:${account}`,
          WorkingDir: `/${data}`,
          Env: [
            'PATH=/usr/bin',
            `HOME=/${data}`,
            `SVC_PROGRAM_DIR=/${data}/programs`,
            ...(name === 'svc-server' ? [`SVC_SERVER__DATA_DIR=/${data}`] : []),
          ],
          Entrypoint: [`/usr/bin/${name}`],
          Volumes: { [`/${data}`]: {} },
          Labels: { 'org.opencontainers.image.version': version, 'org.opencontainers.image.licenses': 'MIT' },
          ...(name === 'svc-server' && { ExposedPorts: { '9527/tcp': {} }, Healthcheck: healthCheck }),
        },
        rootfs: { type: 'layers', diff_ids: [layer.digest] },
        history: [{ created_by: 'npm run release' }],
      }),
    ),
  )
  const described = (/** @type {string} */ type, /** @type {{ digest: string, size: number }} */ { digest, size }) => ({
    mediaType: `application/vnd.oci.image.${type}`,
    digest,
    size,
  })
  const manifest = blob(
    Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        mediaType: 'application/vnd.oci.image.manifest.v1+json',
        config: described('config.v1+json', config),
        layers: [described('layer.v1.tar', layer)],
      }),
    ),
  )
  const tag = `${name}:${version}`
  const index = {
    schemaVersion: 2,
    manifests: [
      {
        ...described('manifest.v1+json', manifest),
        annotations: { 'io.containerd.image.name': tag, 'org.opencontainers.image.ref.name': version },
      },
    ],
  }
  const at = (/** @type {{ digest: string }} */ { digest }) => `blobs/${digest.replace(':', '/')}`
  const forDocker = [{ Config: at(config), RepoTags: [tag], Layers: [at(layer)] }]
  const json = (/** @type {string} */ path, /** @type {unknown} */ value) => ({
    path,
    content: Buffer.from(JSON.stringify(value)),
  })
  const file = join(output, `${name}-image-${target.name}.tar`)
  writeFileSync(
    file,
    tar(
      withFolders([
        json('oci-layout', { imageLayoutVersion: '1.0.0' }),
        json('index.json', index),
        json('manifest.json', forDocker),
        ...[layer, config, manifest].map((each) => ({ path: at(each), content: each.bytes })),
      ]),
    ),
  )
  return file
}
