import type { StoredSession } from './session-connection.ts'
import { initialWorkspace, type Workspace } from './workspace.ts'

/** The server ends a session that nobody resumed by then. */
const resumeTimeoutMs = 60_000

interface Stored {
  readonly workspace: Workspace
  readonly sessions: Readonly<Record<number, StoredSession>>
  /** when the page was left; undefined while it is open */
  readonly leftAt?: number
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

/** The tabs and sessions of a server in this tab of the browser, for a page that is reloaded. */
export class StoredSessions {
  readonly #key: string
  readonly #storage: Storage
  #stored: Stored

  constructor(serverId: string, storage: Storage, now: number) {
    this.#key = `terminal.${serverId}`
    this.#storage = storage
    this.#stored = this.#load(now) ?? { workspace: initialWorkspace, sessions: {} }
  }

  get workspace(): Workspace {
    return this.#stored.workspace
  }

  setWorkspace(workspace: Workspace): void {
    this.#save({ ...this.#stored, workspace })
  }

  /** The session of a pane. */
  get(pane: number): StoredSession | undefined {
    return this.#stored.sessions[pane]
  }

  set(pane: number, session: StoredSession | undefined): void {
    const { [pane]: _, ...others } = this.#stored.sessions
    this.#save({ ...this.#stored, sessions: session ? { ...others, [pane]: session } : others })
  }

  leave(now: number): void {
    this.#save({ ...this.#stored, leftAt: now })
  }

  #load(now: number): Stored | undefined {
    try {
      const { leftAt = now, ...stored } = JSON.parse(this.#storage.getItem(this.#key) ?? '') as Stored
      return now - leftAt < resumeTimeoutMs && Object.keys(stored.sessions).length > 0 ? stored : undefined
    } catch {
      return undefined
    }
  }

  #save(stored: Stored): void {
    this.#stored = stored
    try {
      this.#storage.setItem(this.#key, JSON.stringify(stored))
    } catch {
      // Storage is blocked or full: a reload then begins new sessions.
    }
  }
}
