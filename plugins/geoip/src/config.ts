import { Type } from '@sinclair/typebox'

/** DB-IP publishes a new file in the first days of each month. */
export const publisher = 'https://download.db-ip.com/free'

export const config = Type.Object({
  geoip: Type.Object({
    mmdb_path: Type.String({
      default: '',
      description: 'MaxMind DB file of your own, relative to the data directory; empty: the one admins download',
    }),
    download_url: Type.String({
      format: 'base-url',
      default: publisher,
      description:
        'folder that dbip-country-lite-YYYY-MM.mmdb.gz is downloaded from; a mirror may be on a private network',
    }),
  }),
})
