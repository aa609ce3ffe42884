import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from './browser.ts'
import type { Family } from './family.ts'
import { infoLine, limitLine } from './line.ts'
import type { Program } from './process.ts'
import { watchScripts } from './scripts.ts'
import { median } from './statistics.ts'
import { startAgent } from './svc-agent.ts'
import { startServer } from './svc-server.ts'
import { longest, tasksDuring } from './trace.ts'

const entries = 100_000

/** A folder with very many files in the browser. */
export const filesPage: Family = {
  name: 'files-page',
  async run({ quick, note }) {
    const folder = await mkdtemp(join(tmpdir(), 'svc-bench-files-page-'))
    const root = join(folder, 'root')
    const server = await startServer()
    const programs: Program[] = []
    const browser = await launchBrowser()
    try {
      note(`creating ${entries} files`)
      await mkdir(root)
      for (let index = 0; index < entries; index += 1000) {
        const names = Array.from({ length: 1000 }, (_, offset) => `file-${String(index + offset).padStart(6, '0')}.txt`)
        await Promise.all(names.map((name) => writeFile(join(root, name), '')))
      }
      const admin = await server.admin()
      const config = `[capabilities]\nallow = ["file"]\n\n[file]\nenabled = true\nroot_paths = ["${root}"]\n`
      const { program, serverId } = await startAgent(admin, folder, config)
      programs.push(program)
      const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } })
      const [name = '', value = ''] = admin.cookie.split('=')
      await context.addCookies([{ name, value, url: server.url.origin }])
      const address = `${server.url.origin}/files/${serverId}?path=${encodeURIComponent(root)}`
      const painted: number[] = []
      const completed: number[] = []
      const rounds = quick ? 3 : 5
      for (let round = 0; round < rounds; round++) {
        note(`round ${round + 1} of ${rounds}`)
        const page = await context.newPage()
        const began = performance.now()
        await page.goto(address)
        await page.getByText('file-000000.txt').waitFor()
        painted.push(performance.now() - began)
        await page.getByText(/^100,000 items/).waitFor({ timeout: 120_000 })
        completed.push(performance.now() - began)
        await page.close()
      }
      note('scrolling and sorting')
      const page = await context.newPage()
      const scripts = watchScripts(page)
      await page.goto(address)
      await page.getByText('file-000000.txt').waitFor()
      const { kilobytes, with: scriptsWith } = await scripts()
      await page.getByText(/^100,000 items/).waitFor({ timeout: 120_000 })
      const scrolling = await tasksDuring(browser, page, async () => {
        await page.getByRole('grid').focus()
        for (let step = 0; step < 40; step++) await page.keyboard.press('PageDown')
        await page.keyboard.press('End')
        await page.getByText('file-099999.txt').waitFor()
      })
      const sorting = await tasksDuring(browser, page, async () => {
        await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
        await page.getByText('file-099999.txt').waitFor()
      })
      return [
        limitLine(
          { name: `first paint of a folder with ${entries} files`, value: median(painted), unit: 'ms' },
          { max: 2000 },
        ),
        infoLine({ name: 'until all of them are there', value: median(completed), unit: 'ms' }),
        limitLine({ name: 'scripts until the list appears, gzip', value: kilobytes, unit: 'KB' }, { max: 250 }),
        limitLine({ name: 'scripts of the editor among them', value: scriptsWith('cm-editor'), unit: '' }, { max: 0 }),
        limitLine(
          { name: 'longest task while scrolling by keys, CPU time', value: longest(scrolling), unit: 'ms' },
          { max: 50 },
        ),
        infoLine({ name: 'longest task while sorting, CPU time', value: longest(sorting), unit: 'ms' }),
      ]
    } finally {
      await browser.close()
      for (const program of programs) await program.stop()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
