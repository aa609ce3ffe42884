import { readFileSync, statSync } from 'node:fs'

/** Names by number, of a file such as /etc/passwd; read again when it has changed. */
class Names {
  readonly #path: string
  #version: string | undefined
  #names = new Map<number, string>()

  constructor(path: string) {
    this.#path = path
  }

  refresh(): void {
    const stat = statSync(this.#path, { throwIfNoEntry: false })
    const version = stat && `${stat.ino} ${stat.size} ${stat.mtimeMs}`
    if (version === this.#version) return
    this.#version = version
    const lines = stat ? readFileSync(this.#path, 'utf8').split('\n') : []
    this.#names = new Map(
      lines.map((line) => {
        const [name = '', , number = ''] = line.split(':')
        return [Number.parseInt(number, 10), name]
      }),
    )
  }

  of(number: number): string {
    return this.#names.get(number) ?? String(number)
  }
}

const users = new Names('/etc/passwd')
const groups = new Names('/etc/group')

/** The owner and the group of files, as of now. Null where the system has none. */
export function readAccounts(): (uid: number, gid: number) => { owner: string | null; group: string | null } {
  if (process.platform === 'win32') return () => ({ owner: null, group: null })
  users.refresh()
  groups.refresh()
  return (uid, gid) => ({ owner: users.of(uid), group: groups.of(gid) })
}
