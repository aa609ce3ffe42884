import { rmSync } from 'node:fs'
import { afterAll, onTestFinished, TestRunner } from 'vitest'
import { type AgentOptions, spawnAgent } from './agent.ts'
import { openTab, type Tab, type TabOptions } from './browser.ts'
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
  /** A page in the browser; it closes with the test that opens it, or with the file when a hook does. */
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
      const tab = await openTab(options)
      const close = () => tab.context.close()
      // what nobody looks at any more would go on drawing
      if (TestRunner.getCurrentTest()) onTestFinished(close)
      else later(close)
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
