import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { root, run } from './setup/child.mjs'
import { buildAll } from './setup/compile.mjs'
import { sheetOf } from './shots/sheet.mjs'

/**
 * Makes pictures of every page of a simulated fleet: `npm run shots -- [folder]`, and `SVC_TEST_FOLDERS=plugins/alerts` for
 * those of some folders. Ends with one HTML sheet of all.
 */
const folder = resolve(root, process.argv[2] ?? 'shots')
if (await buildAll()) {
  rmSync(folder, { recursive: true, force: true })
  const env = { ...process.env, SVC_SHOTS: folder }
  process.exitCode = await run('npx', ['vitest', 'run', '--project', 'e2e', 'e2e/pages.test.ts'], { env })
  const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'))
  writeFileSync(`${folder}/index.html`, sheetOf(pictures))
  console.log(`${pictures.length} pictures: ${folder}/index.html`)
} else process.exitCode = 1
