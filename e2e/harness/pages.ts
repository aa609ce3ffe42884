import type { Server } from './server.ts'
import type { Session } from './session.ts'

/** The system that the pages of all plugins are shown on. */
export interface PagesWorld {
  readonly server: Server
  readonly admin: Session
  /** of the server `web-1`, whose agent is a real one */
  readonly serverId: string
  /** Does `undo` when all pages were shown. */
  later(undo: () => unknown): void
}

export interface PageEntry<Made> {
  /** of its test and its screenshots */
  readonly name: string
  readonly path: string | ((world: PagesWorld & Made) => string)
  /** a heading that is there once the page is, in English and in Chinese */
  readonly heading: readonly [english: string, chinese: string]
  /** who looks at it; an admin when nothing is said */
  readonly who?: 'nobody' | 'flagged'
}

export interface PluginPages<Made = object> {
  /** Makes what the pages need. */
  prepare?(world: PagesWorld): Promise<Made>
  readonly pages: readonly PageEntry<Made>[]
}

/** The pages of a plugin, for `test/pages.ts` of its folder; `e2e/pages.test.ts` shows and checks each of them. */
export const definePages = <Made = object>(pages: PluginPages<Made>): PluginPages<Made> => pages
