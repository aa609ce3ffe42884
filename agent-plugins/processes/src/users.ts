import { open } from 'node:fs/promises'
import { maxProcessTextLength } from '@svc/plugin-processes/wire'
import { plainText } from '@svc/protocol'

/** Max bytes of /etc/passwd to read, enough for thousands of users. */
const maxBytes = 256 * 1024

/** User names by uid; the first entry of a uid wins. */
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

/** The effective uid in the text of /proc/<pid>/status; null if missing. */
export function parseUid(status: string): number | null {
  const uid = /^Uid:\s+\d+\s+(\d{1,10})\s/m.exec(status)?.[1]
  return uid === undefined ? null : Number(uid)
}

/** Maps uids to user names, and unknown uids to their number. The file is reread when it changes. */
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
        const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, maxBytes)), 0)
        names = parsePasswd(buffer.toString('utf8', 0, bytesRead))
        version = now
      } catch {
        // Keep the names read before.
      } finally {
        await file?.close()
      }
    },
    nameOf: (uid: number): string => names.get(uid) ?? String(uid),
  }
}
