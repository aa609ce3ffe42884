import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface Result {
  readonly code: number
  readonly output: string
}

/** A root file system with a shell and the programs of BusyBox, entered by chroot. */
export interface Host {
  readonly folder: string
  /** Runs in `/bin/sh -c` of the host as root, or as the account ada. */
  run(command: string, account?: 'root' | 'ada'): Promise<Result>
  write(path: string, text: string, mode?: number): void
  read(path: string): string
  exists(path: string): boolean
  mode(path: string): string
  /** A program that writes its arguments to `/calls`, one call a line, before it does more. */
  stub(name: string, script?: string): void
  /** The calls of stubs since the last time. */
  calls(): string[]
  remove(): void
}

const ada = 1000

function copyFromHere(folder: string, path: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  copyFileSync(path, join(folder, path))
}

/** Copies the libraries of this machine that a program loads, wherever it is. */
export function copyLibraries(folder: string, program: string): void {
  const libraries = execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/(\/\S+) \(/g)
  for (const [, path = ''] of libraries) if (!existsSync(join(folder, path))) copyFromHere(folder, path)
}

function copyProgram(folder: string, program: string): void {
  copyFromHere(folder, program)
  copyLibraries(folder, program)
}

/**
 * Makes a fresh host, which needs root. With `traced`, BusyBox's programs write their arguments to `/arguments`, where a
 * secret would show what any account of the host can see.
 */
export function makeHost({ shell, traced = false }: { shell: 'dash' | 'busybox'; traced?: boolean }): Host {
  const folder = mkdtempSync(join(tmpdir(), 'svc-host-'))
  chmodSync(folder, 0o755)
  for (const path of ['bin', 'dev', 'proc', 'root', 'etc', 'home/ada', 'usr/bin']) {
    mkdirSync(join(folder, path), { recursive: true })
  }
  const write: Host['write'] = (path, text, mode = 0o644) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
    chmodSync(join(folder, path), mode)
  }
  mkdirSync(join(folder, 'tmp'), { mode: 0o1777 })
  copyFileSync('/bin/busybox', join(folder, 'bin/busybox'))
  copyProgram(folder, '/bin/dash')
  const applets = execFileSync('/bin/busybox', ['--list'], { encoding: 'utf8' }).trim().split('\n')
  for (const name of applets.filter((name) => !['sh', 'busybox', 'sysctl'].includes(name))) {
    if (traced)
      write(`/bin/${name}`, `#!/bin/dash\necho "${name} $*" >>/arguments\nexec /bin/busybox ${name} "$@"\n`, 0o755)
    else symlinkSync('busybox', join(folder, 'bin', name))
  }
  symlinkSync(shell, join(folder, 'bin/sh'))
  write('/etc/passwd', `root:x:0:0:root:/root:/bin/sh\nada:x:${ada}:${ada}:Ada:/home/ada:/bin/sh\n`)
  write('/calls', '', 0o666)
  execFileSync('chown', ['-R', `${ada}:${ada}`, join(folder, 'home/ada')])
  const enter = 'mount --bind /dev "$0/dev" && mount --rbind /proc "$0/proc" && exec "$@"'
  return {
    folder,
    write,
    run: (command, account = 'root') =>
      new Promise((resolve, reject) => {
        const home = account === 'root' ? '/root' : '/home/ada'
        const id = account === 'root' ? 0 : ada
        const args = ['--mount', 'sh', '-c', enter, folder]
        args.push('chroot', `--userspec=${id}:${id}`, folder, '/bin/sh', '-c', command)
        const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home }
        execFile('unshare', args, { env: { ...env, PATH: `${env.PATH}:/usr/sbin:/sbin` } }, (error, stdout, stderr) => {
          const output = stdout + stderr
          if (error && typeof error.code !== 'number') reject(error)
          else resolve({ code: error ? Number(error.code) : 0, output })
        })
      }),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    exists: (path) => existsSync(join(folder, path)),
    mode: (path) => (statSync(join(folder, path)).mode & 0o777).toString(8),
    stub: (name, script = '') => write(`/usr/bin/${name}`, `#!/bin/sh\necho "${name} $*" >>/calls\n${script}\n`, 0o755),
    calls() {
      const lines = readFileSync(join(folder, 'calls'), 'utf8').split('\n').filter(Boolean)
      writeFileSync(join(folder, 'calls'), '')
      return lines
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
