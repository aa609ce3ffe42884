const version = 0x2008_0522
/** Bit of CAP_NET_RAW. */
const rawSockets = 1 << 13

/**
 * Takes the privilege for raw sockets from this thread, and nothing else. Returns a function that gives it back. Programs
 * that root starts meanwhile have it.
 */
export async function dropRawSockets(): Promise<() => void> {
  const { default: koffi } = await import('koffi')
  const libc = koffi.load(null)
  const capget = libc.func('capget', 'int', ['void *', 'void *'])
  const capset = libc.func('capset', 'int', ['void *', 'void *'])
  const header = Buffer.alloc(8)
  header.writeUInt32LE(version)
  const before = Buffer.alloc(24)
  if (capget(header, before) !== 0) throw new Error('cannot read the capabilities')
  const after = Buffer.from(before)
  after.writeUInt32LE((after.readUInt32LE(0) & ~rawSockets) >>> 0, 0)
  const set = (capabilities: Buffer) => {
    if (capset(header, capabilities) !== 0) throw new Error('cannot change the capabilities')
  }
  set(after)
  return () => set(before)
}

/** Runs a function without the privilege for raw sockets. */
export async function withoutRawSockets<T>(work: () => Promise<T>): Promise<T> {
  const restore = await dropRawSockets()
  try {
    return await work()
  } finally {
    restore()
  }
}
