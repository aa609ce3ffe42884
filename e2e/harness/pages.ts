import type { Server } from './server.ts'
import type { Session } from './session.ts'

/** The system on which the pages of all plugins are tested. */
export interface PagesWorld {
  readonly server: Server
  readonly admin: Session
  /** id of the server `web-1`, which has a real agent */
  readonly serverId: string
  /** Runs `undo` after all pages were tested. */
  later(undo: () => unknown): void
}

export interface PageEntry<Made> {
  /** of the test and its screenshots */
  readonly name: string
  readonly path: string | ((world: PagesWorld & Made) => string)
  /** a heading that is visible once the page has loaded, in English and in Chinese */
  readonly heading: readonly [english: string, chinese: string]
  /** who opens the page; default: an admin */
  readonly who?: 'nobody' | 'flagged'
}

export interface PluginPages<Made = object> {
  /** Creates the data the pages need. */
  prepare?(world: PagesWorld): Promise<Made>
  readonly pages: readonly PageEntry<Made>[]
}

/** The pages of a plugin, for its `test/pages.ts`; `e2e/pages.test.ts` opens and checks each. */
export const definePages = <Made = object>(pages: PluginPages<Made>): PluginPages<Made> => pages
