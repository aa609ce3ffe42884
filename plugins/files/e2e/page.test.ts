import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Page, violations } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import { checkPage, shoot } from '@svc/e2e/page-check'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import type { Toml } from '@svc/e2e/toml'
import { until } from '@svc/e2e/until'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

const stage = makeStage()
let server: Server
let admin: Session
let root: string
let hostId: string

const at = (name: string) => join(root, name)
const list = (page: Page) => page.getByRole('grid')
/** A row begins with the name of its entry. */
const row = (page: Page, name: string) => list(page).getByRole('row', { name: RegExp(`^${RegExp.escape(name)}`) })

async function enrolled(name: string, config: Toml) {
  const { server_id: id, enrollment } = await onboard(admin, name)
  const directory = stage.directory()
  const agent = stage.agent({ serverUrl: server.url, code: enrollment.code, directory, config })
  await agent.line(/"connected"/)
  return id
}

/** The page of a folder below the root. */
async function opened(folder = '', options: { locale?: string; file?: string } = {}) {
  const { locale, file } = options
  const tab = await stage.tab({ url: server.url, session: admin, ...(locale ? { locale } : {}) })
  const query = new URLSearchParams({ path: at(folder).replace(/\/$/, ''), ...(file ? { file: at(file) } : {}) })
  await tab.page.goto(`/files/${hostId}?${query}`)
  // The dialog of a file hides it from screen readers.
  await tab.page.getByRole(file ? 'dialog' : 'grid').waitFor()
  return tab
}

const names = (page: Page) => list(page).locator('[data-index] [role=gridcell]:first-child bdi').allTextContents()
const selectedNames = (page: Page) =>
  list(page).locator('[aria-selected=true] [role=gridcell]:first-child bdi').allTextContents()
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

beforeAll(async () => {
  server = await stage.server()
  admin = await firstSignIn(server)
  root = join(stage.directory(), 'shared')
  mkdirSync(root)
  hostId = await enrolled('files-host', {
    file: { enabled: true, root_paths: [root] },
    capabilities: { allow: ['file'] },
  })
})

beforeEach(() => {
  for (const name of readdirSync(root)) rmSync(at(name), { recursive: true })
  mkdirSync(at('docs/guides'), { recursive: true })
  mkdirSync(at('empty'))
  writeFileSync(at('notes.md'), '# Notes\n\nA *short* text.\n')
  writeFileSync(at('server.ts'), 'export const port: number = 9527\n')
  writeFileSync(at('app.log'), 'first line\n')
  writeFileSync(at('.env'), 'SECRET=1\n')
  writeFileSync(at('docs/readme.txt'), 'read me')
  symlinkSync(at('docs'), at('manual'))
})

describe('the list', () => {
  it('shows the only permitted folder, and is accessible', async () => {
    const tab = await stage.tab({ url: server.url, session: admin })
    await tab.page.goto(`/files/${hostId}`)
    await row(tab.page, 'docs').waitFor()
    expect(new URL(tab.page.url()).searchParams.get('path')).toBe(root)
    expect(await names(tab.page)).toEqual(['docs', 'empty', '.env', 'app.log', 'manual', 'notes.md', 'server.ts'])
    await row(tab.page, 'notes.md').click()
    await checkPage(tab, { name: 'files-list' })
  })

  it('works by keyboard as in a desktop', async () => {
    const { page, problems } = await opened()
    await row(page, 'docs').waitFor()
    await list(page).focus()
    await press(page, 'ArrowDown', 'Enter')
    await row(page, 'guides').waitFor()
    await press(page, 'Backspace')
    await row(page, 'notes.md').waitFor()
    expect(await selectedNames(page)).toEqual(['docs'])
    await page.keyboard.type('no')
    expect(await selectedNames(page)).toEqual(['notes.md'])
    await press(page, 'Shift+ArrowDown')
    expect(await selectedNames(page)).toEqual(['notes.md', 'server.ts'])
    await press(page, 'Control+a')
    await page.getByText('7 selected').waitFor()
    await press(page, 'Escape', 'Home', 'F2')
    const dialog = page.getByRole('dialog', { name: 'Rename' })
    await dialog.getByLabel('Name').fill('papers')
    await press(page, 'Enter')
    await row(page, 'papers').waitFor()
    expect(existsSync(at('papers/readme.txt'))).toBe(true)
    expect(await selectedNames(page)).toEqual(['papers'])
    expect(problems).toEqual([])
  })

  it('selects with the mouse, and deletes after a confirmation that names what goes', async () => {
    const { page } = await opened()
    await row(page, 'app.log').click()
    await row(page, 'server.ts').click({ modifiers: ['Shift'] })
    expect(await selectedNames(page)).toEqual(['app.log', 'manual', 'notes.md', 'server.ts'])
    await row(page, 'notes.md').click({ modifiers: ['Control'] })
    await press(page, 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete 3 items?' })
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['app.log', 'manual', 'server.ts'])
    await shoot(page, 'files-delete')
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(readdirSync(root).sort()).toEqual(['.env', 'docs', 'empty', 'notes.md'])
  })

  it('has a context menu, moves by cut and paste, and creates', async () => {
    const { page } = await opened()
    await row(page, 'notes.md').click({ button: 'right' })
    await shoot(page, 'files-menu')
    expect(await violations(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'Copy path' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(at('notes.md'))
    await list(page).focus()
    await press(page, 'Control+x')
    await row(page, 'empty').dblclick()
    await page.getByText('This folder is empty').waitFor()
    await list(page).focus()
    await press(page, 'Control+v')
    await row(page, 'notes.md').waitFor()
    expect(readdirSync(at('empty'))).toEqual(['notes.md'])
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New folder' }).click()
    await page.getByLabel('Name').fill('sub')
    await press(page, 'Enter')
    await row(page, 'sub').waitFor()
    expect(readdirSync(at('empty'))).toEqual(['notes.md', 'sub'])
  })

  it('follows links to folders, and goes to a path that is typed', async () => {
    const { page } = await opened()
    await row(page, 'manual').dblclick()
    await row(page, 'readme.txt').waitFor()
    await page.getByRole('button', { name: 'Edit path' }).click()
    await page.getByRole('textbox', { name: 'Current folder' }).fill('../docs/guides')
    await press(page, 'Enter')
    await page.getByText('This folder is empty').waitFor()
    expect(new URL(page.url()).searchParams.get('path')).toBe(at('docs/guides'))
    await page.goto(`/files/${hostId}?path=/etc`)
    await page.getByText('path is outside of file.root_paths').waitFor()
    await shoot(page, 'files-outside')
  })

  it('hides hidden files, says which are blocked, and shows odd names', async () => {
    const encoded = Buffer.from(`${root}/caf\xe9.txt`, 'latin1')
    writeFileSync(encoded, '')
    onTestFinished(() => rmSync(encoded))
    writeFileSync(at('two\nlines'), '')
    const { page } = await opened()
    await row(page, 'two␊lines').waitFor()
    await row(page, '.env').dblclick()
    await page.getByText('Blocked by the policy of this host.').last().waitFor()
    await row(page, 'caf').dblclick()
    await page.getByText('The name is not valid UTF-8').last().waitFor()
    await shoot(page, 'files-odd')
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Show hidden files' }).click()
    await page.getByText('1 hidden').waitFor()
    expect(await names(page)).not.toContain('.env')
  })

  it('shows a long folder at once, and finds its end', async () => {
    mkdirSync(at('many'))
    for (let index = 0; index < 5000; index++) writeFileSync(at(`many/file-${index}`), '')
    const { page } = await opened('many')
    await row(page, 'file-0').first().waitFor()
    await page.getByText(/^5,000 items/).waitFor()
    await list(page).focus()
    await press(page, 'End')
    await row(page, 'file-4999').waitFor()
    expect(await selectedNames(page)).toEqual(['file-4999'])
    expect(await list(page).getByRole('row').count()).toBeLessThan(100)
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await until('the last file to be the first', async () => (await names(page))[0] === 'file-4999')
  })
})

describe('transfers', () => {
  const content = Buffer.alloc(3_000_000, 'svc')

  it('uploads files, asks before replacing one, and downloads', async () => {
    const { page, problems } = await opened()
    await row(page, 'docs').waitFor()
    const input = page.getByLabel('Upload files')
    await input.setInputFiles([
      { name: 'big.bin', mimeType: 'application/octet-stream', buffer: content },
      { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('mine') },
      { name: 'none', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    ])
    const panel = page.getByRole('region', { name: 'Transfers' })
    await panel.getByText('2 of 3 uploaded').waitFor()
    await panel.getByText('A file with this name exists').waitFor()
    await shoot(page, 'files-exists')
    expect(await violations(page)).toEqual([])
    expect(readFileSync(at('notes.md'), 'utf8')).toContain('short')
    expect(readFileSync(at('big.bin')).equals(content)).toBe(true)
    expect(readFileSync(at('none'))).toHaveLength(0)
    await panel.getByRole('button', { name: 'Replace' }).click()
    await panel.getByText('3 of 3 uploaded').waitFor()
    expect(await panel.getByRole('listitem').count()).toBe(3)
    expect(readFileSync(at('notes.md'), 'utf8')).toBe('mine')
    await row(page, 'big.bin').click()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('big.bin')
    expect(readFileSync(await saved.path()).equals(content)).toBe(true)
    await row(page, 'docs').click()
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(archive.suggestedFilename()).toBe('docs.tar')
    expect(readFileSync(await archive.path(), 'latin1')).toContain('read me')
    expect(problems).toEqual([])
  })

  it('uploads a folder with everything in it', async () => {
    const folder = join(stage.directory(), 'site')
    mkdirSync(join(folder, 'css'), { recursive: true })
    writeFileSync(join(folder, 'index.html'), '<h1>')
    writeFileSync(join(folder, 'css/main.css'), 'a{}')
    const { page } = await opened()
    await row(page, 'docs').waitFor()
    await page.getByLabel('Upload folder').setInputFiles(folder)
    await page.getByText('2 of 2 uploaded').waitFor()
    await row(page, 'site').waitFor()
    expect(readFileSync(at('site/css/main.css'), 'utf8')).toBe('a{}')
  })

  it('takes what is dropped, and moves what is dragged to a folder', async () => {
    const { page } = await opened()
    await row(page, 'docs').waitFor()
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['dropped'], 'dropped.txt'))
      return transfer
    })
    await row(page, 'empty').dispatchEvent('dragover', { dataTransfer: dropped })
    await row(page, 'empty').dispatchEvent('drop', { dataTransfer: dropped })
    await page.getByText('1 of 1 uploaded').waitFor()
    expect(readFileSync(at('empty/dropped.txt'), 'utf8')).toBe('dropped')
    await row(page, 'notes.md').dragTo(row(page, 'docs'))
    await row(page, 'notes.md').waitFor({ state: 'hidden' })
    expect(readdirSync(at('docs')).sort()).toEqual(['guides', 'notes.md', 'readme.txt'])
  })

  it('continues an upload that broke off', async () => {
    const { page } = await opened()
    await row(page, 'docs').waitFor()
    let isBroken = false
    await page.route(/\/upload\//, async (route) => {
      const isBody = (route.request().postDataBuffer()?.length ?? 0) > 0
      if (!isBody || isBroken) return route.continue()
      isBroken = true
      await route.abort('connectionreset')
    })
    await page
      .getByLabel('Upload files')
      .setInputFiles([{ name: 'big.bin', mimeType: 'application/octet-stream', buffer: content }])
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('1 of 1 uploaded').waitFor()
    expect(readFileSync(at('big.bin')).equals(content)).toBe(true)
  })
})

describe('a file', () => {
  it('is edited and saved, and unsaved changes are not lost', async () => {
    const tab = await opened('', { file: 'server.ts' })
    const { page } = tab
    const dialog = page.getByRole('dialog', { name: 'server.ts' })
    const editor = dialog.getByRole('textbox', { name: 'Content of server.ts' })
    await editor.waitFor()
    await press(page, 'Control+End')
    await page.keyboard.type('// changed')
    await dialog.getByText('Unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('dialog', { name: 'Discard unsaved changes?' }).getByRole('button', { name: 'Cancel' }).click()
    await editor.click()
    await press(page, 'Control+s')
    await dialog.getByText('No changes').waitFor()
    expect(readFileSync(at('server.ts'), 'utf8')).toBe('export const port: number = 9527\n// changed')
    await checkPage(tab, { name: 'files-editor' })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })

  it('that somebody else has changed is compared before it is overwritten', async () => {
    const tab = await opened('', { file: 'notes.md' })
    const { page } = tab
    const editor = page.getByRole('textbox', { name: 'Content of notes.md' })
    await editor.waitFor()
    await press(page, 'Control+End')
    await page.keyboard.type('mine')
    writeFileSync(at('notes.md'), '# Notes\n\nA *longer* text.\n')
    await press(page, 'Control+s')
    await page.getByText('notes.md was changed on the host after you opened it.').waitFor()
    await page.getByRole('textbox', { name: 'notes.md on the host' }).waitFor()
    await checkPage(tab, { name: 'files-conflict' })
    expect(readFileSync(at('notes.md'), 'utf8')).toContain('longer')
    await page.getByRole('button', { name: 'Overwrite' }).click()
    await page.getByText('No changes').waitFor()
    expect(readFileSync(at('notes.md'), 'utf8')).toBe('# Notes\n\nA *short* text.\nmine')
  })

  it('that is a picture is shown, and the scripts in it do nothing', async () => {
    writeFileSync(
      at('logo.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><script>top.hacked=1</script><rect width="80" height="80" fill="teal"/></svg>',
    )
    const { page, problems } = await opened('', { file: 'logo.svg' })
    const image = page.getByRole('img', { name: 'logo.svg' })
    await image.waitFor()
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(80)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    await shoot(page, 'files-image')
    expect(problems).toEqual([])
  })

  it('that is a PDF is opened by the viewer of the browser', async () => {
    writeFileSync(at('manual.pdf'), '<script>alert(1)</script>')
    const { page } = await opened('', { file: 'manual.pdf' })
    const link = page.getByRole('link', { name: 'Open PDF' })
    await shoot(page, 'files-pdf')
    expect(await link.getAttribute('href')).toContain('pdf=true')
    expect(await violations(page)).toEqual([])
  })

  it('that was deleted meanwhile can be created again', async () => {
    const { page } = await opened('', { file: 'notes.md' })
    await page.getByRole('textbox', { name: 'Content of notes.md' }).waitFor()
    await page.keyboard.type('x')
    rmSync(at('notes.md'))
    await press(page, 'Control+s')
    await page.getByText('notes.md was deleted on the host after you opened it.').waitFor()
    await page.getByRole('button', { name: 'Create again' }).click()
    await page.getByText('No changes').waitFor()
    expect(readFileSync(at('notes.md'), 'utf8')).toBe('x# Notes\n\nA *short* text.\n')
  })

  it('that is binary can be downloaded', async () => {
    writeFileSync(at('data.bin'), Buffer.from([0, 1, 2]))
    const { page } = await opened('', { file: 'data.bin' })
    await page.getByText('This is not a text file').waitFor()
    await shoot(page, 'files-binary')
    expect(await violations(page)).toEqual([])
  })

  it('that grows is followed, with a pause', async () => {
    const { page } = await opened()
    await row(page, 'app.log').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Follow' }).click()
    const lines = page.getByRole('region', { name: 'End of app.log' })
    await lines.getByText('first line').waitFor()
    appendFileSync(at('app.log'), 'second line\n')
    await lines.getByText('second line').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    appendFileSync(at('app.log'), 'third line\n')
    await shoot(page, 'files-follow')
    await page.getByRole('button', { name: 'Resume' }).click()
    await lines.getByText('third line').waitFor()
    expect(await violations(page)).toEqual([])
  })
})

it('says how to allow files on the host', async () => {
  const closed = await enrolled('closed-host', {})
  const { page } = await stage.tab({ url: server.url, session: admin })
  await page.goto(`/files/${closed}`)
  await page.getByText('sudo svc-agent grant file --for 30m').waitFor()
  await page.goto(`/servers/${closed}`)
  await page.getByRole('button', { name: 'Actions for closed-host' }).click()
  await page.getByRole('menuitem').first().waitFor()
  expect(await page.getByRole('menuitem', { name: 'Open files' }).count()).toBe(0)
  await page.goto(`/servers/${hostId}`)
  await page.getByRole('button', { name: 'Actions for files-host' }).click()
  await page.getByRole('menuitem', { name: 'Open files' }).click()
  await list(page).waitFor()
})

it('speaks Chinese', async () => {
  const tab = await opened('', { locale: 'zh-CN' })
  await row(tab.page, 'notes.md').click()
  await tab.page.getByText('已选择 1 项').waitFor()
  await shoot(tab.page, 'files-chinese')
  await until('no problem', () => tab.problems.length === 0)
})
