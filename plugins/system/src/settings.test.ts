import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settings } from './contract.ts'
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

describe('GET /api/about', () => {
  it('returns the version without authentication', async () => {
    expect((await kernel.inject('/api/about')).json()).toEqual({ data: { version: '0.0.0-test' } })
  })
})
