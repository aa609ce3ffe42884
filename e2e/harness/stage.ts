import { rmSync } from 'node:fs'
import { afterAll, onTestFinished, TestRunner } from 'vitest'
import { type AgentOptions, spawnAgent } from './agent.ts'
import { emptyTab, openTab, reopenTab, type Tab, type TabOptions } from './browser.ts'
import { freePort, freshDirectory } from './place.ts'
import type { Program } from './process.ts'
import { type Server, type ServerOptions, spawnServer, untilHealthy } from './server.ts'

/** Starts what a spec file needs and takes it down, in reverse order and by pid, when the file is done. */
export interface Stage {
  directory(): string
  /** A healthy server; without options a fresh one on a free port. */
  server(options?: Partial<ServerOptions>): Promise<Server>
  /** A server process that nobody has waited for. */
  launch(options?: Partial<ServerOptions>, args?: string[]): Promise<Server>
  agent(options: Omit<AgentOptions, 'directory'> & { directory?: string }): Program
  /**
   * A page in the browser, for the test that opens it, or for the file when a hook does. Later tests get it again, empty:
   * to load the dashboard into a new one takes twice the time.
   */
  tab(options: TabOptions): Promise<Tab>
  /** Does `undo` when the file is done. */
  later(undo: () => unknown): void
}

export function makeStage(): Stage {
  const undoes: (() => unknown)[] = []
  const later = (undo: () => unknown) => void undoes.push(undo)
  afterAll(async () => {
    for (const undo of undoes.reverse()) await undo()
  })
  /** empty tabs, by person and language */
  const idle = new Map<string, Tab[]>()
  const directory = () => {
    const path = freshDirectory()
    later(() => rmSync(path, { recursive: true, force: true }))
    return path
  }
  const launch: Stage['launch'] = async (options = {}, args = []) => {
    const server = spawnServer(
      { ...options, directory: options.directory ?? directory(), port: options.port ?? (await freePort()) },
      args,
    )
    later(server.stop)
    return server
  }
  return {
    directory,
    later,
    launch,
    async tab(options) {
      const { url, session, locale = '', isOwn = false, showsNotifications = false } = options
      const key = JSON.stringify([url, session?.cookie, locale])
      const mayReturn = !isOwn && !showsNotifications
      const used = mayReturn ? idle.get(key)?.pop() : undefined
      const tab = used ? await reopenTab(used, options) : await openTab(options)
      const close = () => tab.context.close()
      if (!used) later(close)
      if (TestRunner.getCurrentTest())
        onTestFinished(async () => {
          // A test may have closed it, opened others beside it, or stopped the server.
          if (!mayReturn || tab.page.isClosed() || tab.context.pages().length > 1) return close()
          await emptyTab(tab, url).then(() => idle.set(key, [...(idle.get(key) ?? []), tab]), close)
        })
      return tab
    },
    async server(options) {
      const server = await launch(options)
      await untilHealthy(server)
      return server
    },
    agent(options) {
      const agent = spawnAgent({ ...options, directory: options.directory ?? directory() })
      later(agent.stop)
      return agent
    },
  }
}
