import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { until } from './until.ts'

/** A copy of this machine that systemd has booted: what it writes stays in memory, and its network is its own. */
export interface Machine {
  /** Runs in `sh -c` as root. Resolves to its exit code and output. */
  run(script: string): Promise<{ readonly code: number; readonly output: string }>
  /** Like `run`; rejects if it fails. */
  must(script: string): Promise<string>
  /** The path by which this process reaches a file of the machine. */
  path(file: string): string
  /** Resolves to the address of a port of the machine on this one. */
  forward(port: number): Promise<string>
  stop(): Promise<void>
}

/** Namespaces for a machine need root. */
export const canBoot = process.platform === 'linux' && process.getuid?.() === 0

/** In a control group of its own, so that nothing of the machine is left. */
const enter = `
mount --make-rprivate /
mount -t cgroup2 cgroup2 /mnt
mkdir /mnt/$1
echo $$ >/mnt/$1/cgroup.procs
umount /mnt
exec unshare --cgroup --pid --ipc --uts --net --fork --kill-child sh -euc "$2"`

/** The kernel settings, the devices and the mounts of this machine are not those of the copy. */
const boot = `
mount -t tmpfs -o size=4g tmpfs /mnt
mkdir /mnt/upper /mnt/work /mnt/root
mount -t overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work overlay /mnt/root
cd /mnt/root
rm -rf etc/systemd/system/* etc/svc var/log/journal
: >etc/machine-id
mount -t proc proc proc
mount --bind -o ro proc/sys proc/sys
mount -t sysfs -o ro sysfs sys
mount -t tmpfs tmpfs sys/fs
mkdir sys/fs/cgroup
mount -t cgroup2 cgroup2 sys/fs/cgroup
for folder in run tmp dev; do mount -t tmpfs -o mode=755 tmpfs $folder; done
chmod 1777 tmp
for device in null zero full random urandom tty; do
  : >dev/$device
  mount --bind /dev/$device dev/$device
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
mount -t tmpfs tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ip link set lo up
mkdir mnt/old
pivot_root . mnt/old
umount -l mnt/old
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --unit=basic.target`

/** The process that runs as the first one of the machine. */
function firstProcess(outer: ChildProcess): number | undefined {
  const children = readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8').trim()
  return children ? Number(children) : undefined
}

/** Boots a machine, which takes a second or two. */
export async function bootMachine(): Promise<Machine> {
  const group = `svc-machine-${process.pid}-${Date.now()}`
  // It ends with this process, however that ends.
  const command = ['--pdeathsig', 'KILL', 'unshare', '--mount', 'sh', '-euc', enter, 'sh', group, boot]
  const outer = spawn('setpriv', command, { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  outer.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  const ended = once(outer, 'exit')
  const inside = (first: number, ...command: string[]) => [
    ...['-t', String(first), '-m', '-u', '-i', '-n', '-p', '-C', '-r', '-w'],
    ...command,
  ]
  const runIn = (first: number, script: string) =>
    new Promise<{ code: number; output: string }>((resolve, reject) => {
      const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' }
      const options = { env, maxBuffer: 2 ** 26 }
      execFile('nsenter', inside(first, 'sh', '-c', script), options, (error, stdout, stderr) => {
        if (error && typeof error.code !== 'number') reject(error)
        else resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr })
      })
    })
  const first = await until('systemd to boot', async () => {
    if (outer.exitCode !== null) throw new Error(`the machine does not boot: ${complaints}`)
    const found = firstProcess(outer)
    if (!found || !readFileSync(`/proc/${found}/comm`, 'utf8').startsWith('systemd')) return undefined
    const { output } = await runIn(found, 'systemctl is-system-running')
    return /running|degraded/.test(output) && found
  })
  const undoes: (() => unknown)[] = []
  const run = (script: string) => runIn(first, script)
  return {
    run,
    async must(script) {
      const { code, output } = await run(script)
      if (code !== 0) throw new Error(`${script} exited with ${code}: ${output}`)
      return output
    },
    path: (file) => `/proc/${first}/root${file}`,
    async forward(port) {
      const server = createServer((socket) => {
        const pipe = spawn('nsenter', ['-t', String(first), '-n', '/bin/busybox', 'nc', '127.0.0.1', String(port)], {
          stdio: ['pipe', 'pipe', 'ignore'],
        })
        socket.pipe(pipe.stdin)
        pipe.stdout.pipe(socket)
        for (const end of [socket, pipe.stdin, pipe.stdout]) end.on('error', () => socket.destroy())
        socket.on('close', () => pipe.kill('SIGKILL'))
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      undoes.push(() => server.close())
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    async stop() {
      for (const undo of undoes) undo()
      process.kill(first, 'SIGKILL')
      await ended
      const remove = 'mount -t cgroup2 cgroup2 /mnt && find "/mnt/$0" -depth -type d -exec rmdir {} +'
      execFileSync('unshare', ['--mount', 'sh', '-c', remove, group])
    },
  }
}
