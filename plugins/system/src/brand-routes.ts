import { Type } from '@sinclair/typebox'
import { data, type Routes } from '@svc/plugin-sdk'
import { type BrandImages, imageNames } from './brand-images.ts'
import { Brand } from './brand-schema.ts'
import type { Audit, Branding, Settings } from './contract.ts'
import { readGeneralSettings } from './general-settings.ts'

const emptyBrand: Brand = { logo_path: null, site_title: null, favicon_path: null, footer_text: null }

const text = (value: string | null | undefined) => value?.trim() || null

export const makeBranding = (settings: Pick<Settings, 'get'>): Branding => ({
  current() {
    const brand = { ...emptyBrand, ...settings.get<Brand>('brand') }
    return { ...brand, site_title: brand.site_title ?? readGeneralSettings(settings).site_name }
  },
  description: () => readGeneralSettings(settings).site_description,
})

interface Dependencies {
  readonly settings: Pick<Settings, 'get' | 'set'>
  readonly branding: Branding
  readonly audit: Audit
  readonly images: Pick<BrandImages, 'remove'>
}

/** Branding, public because the sign-in page shows it. */
export const brandRoutes =
  ({ settings, branding, audit, images }: Dependencies): Routes =>
  async (app) => {
    app.get(
      '/api/settings/brand',
      { config: { access: 'public' }, schema: { summary: 'Brand', response: { 200: data(Brand) } } },
      async () => ({ data: branding.current() }),
    )

    app.put(
      '/api/settings/brand',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Change the brand',
          body: Type.Partial(Brand, { title: 'BrandChanges' }),
          response: { 200: data(Brand) },
        },
      },
      async (req) => {
        const title = text(req.body.site_title)
        const brand: Brand = {
          logo_path: text(req.body.logo_path),
          // Forms send the shown title, which is the name of the site unless the brand has its own.
          site_title: title === readGeneralSettings(settings).site_name ? null : title,
          favicon_path: text(req.body.favicon_path),
          footer_text: text(req.body.footer_text),
        }
        audit.act(
          req,
          'brand.update',
          () => settings.set('brand', brand),
          () => brand,
        )
        // An image that the brand no longer names is deleted, so that its address answers 404.
        for (const name of imageNames) if (brand[`${name}_path`] === null) images.remove(name)
        return { data: branding.current() }
      },
    )
  }
