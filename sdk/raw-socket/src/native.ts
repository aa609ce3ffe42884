import { constants as os } from 'node:os'

/** The calls of the C library that sockets need. Results are those of C; `failure` reads `errno` after one. */
export interface Native {
  socket(family: number, type: number, protocol: number): number
  bind(handle: number, address: Buffer, length: number): number
  connect(handle: number, address: Buffer, length: number): number
  getsockname(handle: number, address: Buffer, length: Buffer): number
  setsockopt(handle: number, level: number, option: number, value: Buffer, length: number): number
  getsockopt(handle: number, level: number, option: number, value: Buffer, length: Buffer): number
  sendto(handle: number, data: Uint8Array, size: number, flags: number, address: Buffer, length: number): number
  recvmsg(handle: number, header: Buffer, flags: number): number
  close(handle: number): number
  clock_gettime(clock: number, time: Buffer): number
  /** where a buffer is in memory; the caller keeps it alive */
  addressOf(buffer: Buffer): bigint
  failure(call: string): NodeJS.ErrnoException
}

const errorNames = new Map(Object.entries(os.errno).map(([name, number]) => [number, name]))

async function load(): Promise<Native> {
  if (process.platform !== 'linux' || !['x64', 'arm64', 'riscv64'].includes(process.arch)) {
    throw Object.assign(new Error(`raw sockets are not supported on ${process.platform} (${process.arch})`), {
      code: 'ENOTSUP',
    })
  }
  const { default: koffi } = await import('koffi')
  // the C library that Node itself uses, whichever that is
  const libc = koffi.load(null)
  const [pointer, size] = ['void *', 'size_t']
  return {
    socket: libc.func('socket', 'int', ['int', 'int', 'int']),
    bind: libc.func('bind', 'int', ['int', pointer, 'uint32']),
    connect: libc.func('connect', 'int', ['int', pointer, 'uint32']),
    getsockname: libc.func('getsockname', 'int', ['int', pointer, pointer]),
    setsockopt: libc.func('setsockopt', 'int', ['int', 'int', 'int', pointer, 'uint32']),
    getsockopt: libc.func('getsockopt', 'int', ['int', 'int', 'int', pointer, pointer]),
    sendto: libc.func('sendto', 'long', ['int', pointer, size, 'int', pointer, 'uint32']),
    recvmsg: libc.func('recvmsg', 'long', ['int', pointer, 'int']),
    close: libc.func('close', 'int', ['int']),
    clock_gettime: libc.func('clock_gettime', 'int', ['int', pointer]),
    addressOf: (buffer) => koffi.address(buffer),
    failure(call) {
      const code = errorNames.get(koffi.errno()) ?? `errno ${koffi.errno()}`
      return Object.assign(new Error(`${code}: ${call}`), { code, syscall: call })
    },
  }
}

let loading: Promise<Native> | undefined

/** Loads the library for foreign functions once; it takes 10 MB of memory. Rejects where there are no such sockets. */
export const loadNative = (): Promise<Native> => {
  loading ??= load()
  return loading
}
