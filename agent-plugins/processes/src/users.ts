import { open } from 'node:fs/promises'
import { maxProcessTextLength, plainText } from '@svc/protocol'

/** Bytes of the user list that are read: room for thousands; people of a directory service are not in it anyway. */
const most = 256 * 1024

/** Names by number, the first line of a number counts. */
function parsePasswd(text: string): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  for (const line of text.split('\n')) {
    const [name, , uid] = line.split(':', 3)
    if (name && uid && /^\d{1,10}$/.test(uid) && !names.has(Number(uid))) {
      names.set(Number(uid), plainText(name, maxProcessTextLength))
    }
  }
  return names
}

/** The user of a process in the text of its `status`: the effective one; null when it does not say. */
export function parseUid(status: string): number | null {
  const uid = /^Uid:\s+\d+\s+(\d{1,10})\s/m.exec(status)?.[1]
  return uid === undefined ? null : Number(uid)
}

/** The users of a host. A number without a name stands for itself. The list is read again when it changed. */
export function makeUsers(passwd: string) {
  let names: ReadonlyMap<number, string> = new Map()
  let version = ''
  return {
    async refresh(): Promise<void> {
      const file = await open(passwd).catch(() => undefined)
      try {
        if (!file) return
        const { ino, mtimeMs, size } = await file.stat()
        const now = `${ino} ${mtimeMs} ${size}`
        if (now === version) return
        const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, most)), 0)
        names = parsePasswd(buffer.toString('utf8', 0, bytesRead))
        version = now
      } catch {
        // The names known so far are better than none.
      } finally {
        await file?.close()
      }
    },
    nameOf: (uid: number): string => names.get(uid) ?? String(uid),
  }
}
