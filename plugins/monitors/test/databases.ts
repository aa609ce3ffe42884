import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A database server of the system, on a data directory and a port of its own. */
export interface TestDatabase {
  readonly port: number
  close(): Promise<void>
}

/** Both may not run as root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `svc-${name}-`))
  if (account.uid !== undefined) execFileSync('chown', [`${account.uid}:${account.gid}`, folder])
  return folder
}

interface Program {
  readonly folder: string
  readonly port: number
  readonly command: readonly string[]
  /** throws until it is; polled */
  isReady(): void
  /** creates users and data */
  prepare(): void
}

/** Runs a server until it is closed. */
async function run({ folder, port, command, isReady, prepare }: Program): Promise<TestDatabase> {
  const [program = '', ...args] = command
  const server: ChildProcess = spawn(program, args, { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  server.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const ended = once(server, 'exit')
  const close = async () => {
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGQUIT')
    const kill = setTimeout(() => server.kill('SIGKILL'), 3000)
    await ended
    clearTimeout(kill)
    rmSync(folder, { recursive: true, force: true })
  }
  for (;;) {
    try {
      isReady()
      break
    } catch (error) {
      if (server.exitCode !== null) {
        await close()
        throw new Error(`${program} ended: ${output}`, { cause: error })
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  try {
    prepare()
  } catch (error) {
    await close()
    throw error
  }
  return { port, close }
}

const quiet: { stdio: 'pipe' } = { stdio: 'pipe' }

/** A key and a certificate of `localhost`, signed by itself. */
function makeCertificate(folder: string): { readonly certificate: string; readonly key: string } {
  const [key, certificate] = [join(folder, 'server.key'), join(folder, 'server.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-days', '2']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject],
    quiet,
  )
  chmodSync(key, 0o600)
  if (account.uid !== undefined) execFileSync('chown', [`${account.uid}:${account.gid}`, key, certificate])
  return { certificate, key }
}

/** PostgreSQL with the user `watch`, password `open sesame`, and the table `jobs` of five rows. Its certificate is returned. */
export async function startPostgres(): Promise<TestDatabase & { certificate: string }> {
  const root = '/usr/lib/postgresql'
  const bin = join(root, readdirSync(root).sort().at(-1) ?? '', 'bin')
  const folder = makeFolder('postgres')
  const data = join(folder, 'data')
  const port = await freePort()
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'owner', '-A', 'trust', '--no-sync', '-E', 'UTF8'], {
    ...account,
    ...quiet,
    cwd: folder,
  })
  const { certificate, key } = makeCertificate(folder)
  writeFileSync(join(data, 'pg_hba.conf'), 'local all owner trust\nhost all all 127.0.0.1/32 scram-sha-256\n')
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'ssl=on']
  settings.push(`ssl_cert_file=${certificate}`, `ssl_key_file=${key}`)
  const psql = (database: string, sql: string) =>
    execFileSync(join(bin, 'psql'), ['-h', folder, '-p', String(port), '-U', 'owner', database, '-c', sql], quiet)
  const command = [join(bin, 'postgres'), '-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])]
  const prepare = () => {
    psql('postgres', "CREATE ROLE watch LOGIN PASSWORD 'open sesame'")
    psql('postgres', 'CREATE DATABASE watch OWNER watch')
    psql('watch', 'SET ROLE watch; CREATE TABLE jobs AS SELECT generate_series(1, 5) AS id')
  }
  const server = await run({ folder, port, command, prepare, isReady: () => psql('postgres', 'SELECT 1') })
  return { ...server, certificate }
}

/** MariaDB with the same. */
export async function startMysql(): Promise<TestDatabase & { certificate: string }> {
  const folder = makeFolder('mariadb')
  const data = join(folder, 'data')
  mkdirSync(data)
  if (account.uid !== undefined) execFileSync('chown', [`${account.uid}:${account.gid}`, data])
  const port = await freePort()
  const { certificate, key } = makeCertificate(folder)
  const install = ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db']
  execFileSync('mariadb-install-db', install, { ...account, ...quiet, cwd: folder })
  const socket = join(folder, 'mariadb.sock')
  const mariadb = (sql: string) =>
    execFileSync('mariadb', ['--no-defaults', `--socket=${socket}`, '-u', 'root', '-e', sql], quiet)
  const command = [
    ...['/usr/sbin/mariadbd', '--no-defaults', `--datadir=${data}`, `--socket=${socket}`, `--port=${port}`],
    ...['--bind-address=127.0.0.1', `--pid-file=${join(folder, 'pid')}`, '--innodb-flush-log-at-trx-commit=0'],
    ...[`--ssl-cert=${certificate}`, `--ssl-key=${key}`],
  ]
  const prepare = () =>
    mariadb(`
      CREATE DATABASE watch;
      CREATE USER watch@'127.0.0.1' IDENTIFIED BY 'open sesame';
      GRANT ALL ON watch.* TO watch@'127.0.0.1';
      USE watch;
      CREATE TABLE jobs SELECT 1 AS id UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5`)
  const server = await run({ folder, port, command, prepare, isReady: () => mariadb('SELECT 1') })
  return { ...server, certificate }
}

/** Redis with the password `open sesame`, the same for the user `watch`, and a list `jobs` of five. */
export async function startRedis(): Promise<TestDatabase & { certificate: string; tlsPort: number }> {
  const folder = makeFolder('redis')
  const [port, tlsPort] = [await freePort(), await freePort()]
  const { certificate, key } = makeCertificate(folder)
  const settings = {
    ...{ port, bind: '127.0.0.1', dir: folder, save: '', requirepass: 'open sesame', 'tls-port': tlsPort },
    ...{ 'tls-cert-file': certificate, 'tls-key-file': key, 'tls-ca-cert-file': certificate, 'tls-auth-clients': 'no' },
  }
  const command = ['redis-server', ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])]
  const cli = (...args: string[]) => {
    const answer = String(execFileSync('redis-cli', ['-p', String(port), '-a', 'open sesame', ...args], quiet))
    if (/error|refused/i.test(answer)) throw new Error(answer)
  }
  const prepare = () => {
    cli('RPUSH', 'jobs', 'a', 'b', 'c', 'd', 'e')
    cli('ACL', 'SETUSER', 'watch', 'on', '>open sesame', '+@read', '+ping', '+select', '~*')
  }
  const server = await run({ folder, port, command, prepare, isReady: () => cli('PING') })
  return { ...server, certificate, tlsPort }
}
