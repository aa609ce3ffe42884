import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { branding, settings } from './contract.ts'
import system from './index.ts'

let kernel: TestKernel
beforeEach(async () => {
  kernel = await createTestKernel({ plugins: [system] })
})
afterEach(() => kernel.close())

const nothing = { logo_path: null, site_title: null, favicon_path: null, footer_text: null }
const put = (payload: object) => kernel.as('admin').inject({ method: 'PUT', url: '/api/settings/brand', payload })

describe('the settings store', () => {
  it('stores JSON values by key', () => {
    const store = kernel.service(settings)
    expect(store.get('a')).toBeUndefined()
    store.set('a', { list: [1, 'é'] })
    store.set('a', { list: [2] })
    store.set('b', null)
    expect(store.get('a')).toEqual({ list: [2] })
    expect(store.get('b')).toBeNull()
  })
})

describe('brand', () => {
  it('is public and initially empty', async () => {
    expect((await kernel.inject('/api/settings/brand')).json()).toEqual({ data: nothing })
  })

  it('is replaced by an admin, which is audited', async () => {
    await put({ site_title: ' My fleet ', footer_text: 'x' })
    const response = await put({ site_title: 'Fleet', logo_path: '/api/brand/logo' })
    const brand = { ...nothing, site_title: 'Fleet', logo_path: '/api/brand/logo' }
    expect(response.json()).toEqual({ data: brand })
    expect((await kernel.inject('/api/settings/brand')).json()).toEqual({ data: brand })
    const { entries } = (await kernel.as('admin').inject('/api/audit-logs')).json().data
    expect(entries).toHaveLength(2)
    expect(entries[0]).toMatchObject({ action: 'brand.update', detail: JSON.stringify(brand) })
  })

  it.each([
    [{ logo_path: 'https://example.com/x.png' }, 'logo_path'],
    [{ favicon_path: '/etc/passwd' }, 'favicon_path'],
    [{ site_title: 'x'.repeat(65) }, 'site_title'],
    [{ footer_text: 7 }, 'footer_text'],
  ])('rejects %j', async (payload, field) => {
    const response = await put(payload)
    expect(response.statusCode).toBe(422)
    expect(response.json().error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field }] })
  })

  it('can be changed by admins only', async () => {
    const response = await kernel.as('member').inject({ method: 'PUT', url: '/api/settings/brand', payload: {} })
    expect(response.statusCode).toBe(403)
  })
})

describe('brand images', () => {
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(60, 7)])
  const ico = Buffer.concat([Buffer.from([0, 0, 1, 0]), Buffer.alloc(20, 3)])
  const boundary = 'x-boundary'
  const form = (bytes: Buffer, part = 'file') =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
  const upload = (name: string, payload: Buffer, who: 'admin' | 'member' = 'admin') =>
    kernel.as(who).inject({
      method: 'POST',
      url: `/api/settings/brand/${name}`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload,
    })

  it.each(['logo', 'favicon'])('the %s is uploaded, served to anyone, replaced and removed', async (name) => {
    const url = `/api/brand/${name}`
    expect((await kernel.inject(url)).statusCode).toBe(404)
    expect((await upload(name, form(png))).json()).toEqual({ data: { path: url } })
    expect((await kernel.inject('/api/settings/brand')).json().data).toEqual({ ...nothing, [`${name}_path`]: url })
    const shown = await kernel.inject(url)
    expect(shown.rawPayload).toEqual(png)
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' })
    const cached = await kernel.inject({ url, headers: { 'if-none-match': shown.headers.etag } })
    expect(cached.statusCode).toBe(304)
    await upload(name, form(ico))
    const replaced = await kernel.inject(url)
    expect([replaced.rawPayload, replaced.headers['content-type']]).toEqual([ico, 'image/x-icon'])
    await put({ site_title: 'Fleet' })
    expect((await kernel.inject(url)).statusCode).toBe(404)
  })

  it('takes 512 KiB of PNG or ICO in the part "file", from admins', async () => {
    const sized = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)])
    const status = async (...args: Parameters<typeof upload>) => (await upload(...args)).statusCode
    expect(await status('logo', form(sized(524_288)))).toBe(200)
    for (const wrong of [sized(524_289), Buffer.from('GIF89a'), png.subarray(0, 3), Buffer.alloc(0)]) {
      const response = await upload('logo', form(wrong))
      expect(response.statusCode).toBe(422)
      expect(response.json().error.details).toMatchObject([{ field: 'file' }])
    }
    expect(await status('logo', form(png, 'other'))).toBe(400)
    expect(await status('logo', Buffer.from('no form'))).toBe(400)
    expect(await status('logo', form(png), 'member')).toBe(403)
    expect((await kernel.inject('/api/brand/logo')).rawPayload).toHaveLength(524_288)
  })
})

describe('general settings', () => {
  const none = { site_name: null, site_description: null }

  it('are replaced as a whole by admins, which is audited', async () => {
    const admin = kernel.as('admin')
    const read = async () => (await admin.inject('/api/settings')).json().data
    expect(await read()).toEqual(none)
    const put = (payload: object) => admin.inject({ method: 'PUT', url: '/api/settings', payload })
    const settings = { site_name: 'Fleet', site_description: 'Our servers' }
    expect((await put({ ...settings, site_name: ' Fleet ' })).json()).toEqual({ data: settings })
    expect(await read()).toEqual(settings)
    expect((await kernel.inject('/api/settings/brand')).json().data).toEqual({ ...nothing, site_title: 'Fleet' })
    expect(kernel.service(branding).description()).toBe('Our servers')
    // Saving the shown title leaves it to the site name.
    const brand = { ...nothing, site_title: 'Fleet', footer_text: 'Example' }
    const saved = await admin.inject({ method: 'PUT', url: '/api/settings/brand', payload: brand })
    expect(saved.json().data).toEqual(brand)
    await put({ ...settings, site_name: 'Boats' })
    expect((await kernel.inject('/api/settings/brand')).json().data).toEqual({ ...brand, site_title: 'Boats' })
    await admin.inject({ method: 'PUT', url: '/api/settings/brand', payload: nothing })
    await put(settings)
    const { entries } = (await admin.inject('/api/audit-logs')).json().data
    expect(entries[0]).toMatchObject({ action: 'settings.update', detail: JSON.stringify(settings) })
    expect((await put({})).json()).toEqual({ data: none })
    expect((await put({ site_name: 7 })).statusCode).toBe(422)
    expect((await kernel.as('member').inject('/api/settings')).statusCode).toBe(403)
  })
})

describe('GET /api/about', () => {
  it('returns the version without authentication', async () => {
    expect((await kernel.inject('/api/about')).json()).toEqual({ data: { version: '0.0.0-test' } })
  })
})
