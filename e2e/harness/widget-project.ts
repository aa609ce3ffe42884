import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { cleanEnv, type Program, repository, run } from './process.ts'

const execute = promisify(execFile)

/** Example projects, made with `npm create @svc/widget`. */
export const examples = join(repository, 'sdk/create-widget/examples')

const tool = join(repository, 'sdk/widget-tools/bin/svc-widget.js')

/** Runs `svc-widget pack` and returns the resulting file. */
export async function packProject(folder: string): Promise<string> {
  await execute(process.execPath, [tool, 'pack'], { cwd: folder, env: cleanEnv() })
  const made = readdirSync(join(folder, 'dist'))
  const file = made.find((name) => name.endsWith('.zip')) ?? made.find((name) => name.endsWith('.js'))
  if (!file) throw new Error(`nothing was packed in ${folder}`)
  return join(folder, 'dist', file)
}

/** Runs `svc-widget dev` in a folder. */
export const serveProject = (folder: string, env: Record<string, string>, args: readonly string[] = []): Program =>
  run([tool, 'dev', ...args], { cwd: folder, env: cleanEnv(env) })

/** Installs a file through the settings page, which must be open. */
export async function installByPage(page: Page, file: string): Promise<void> {
  await page.getByRole('button', { name: 'Install widget' }).click()
  await page.getByLabel('Choose file').last().setInputFiles(file)
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await page.getByRole('dialog').getByText('Enabled', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
}
