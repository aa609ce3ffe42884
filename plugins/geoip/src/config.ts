import { Type } from '@sinclair/typebox'

/** DB-IP publishes a new file in the first days of each month. */
export const publisher = 'https://download.db-ip.com/free'

export const config = Type.Object({
  geoip: Type.Object({
    mmdb_path: Type.String({
      default: '',
      description: 'your own MaxMind DB file, relative to the data directory; empty: the downloaded database',
    }),
    download_url: Type.String({
      format: 'base-url',
      default: publisher,
      description:
        'folder with dbip-country-lite-YYYY-MM.mmdb.gz and dbip-asn-lite-YYYY-MM.mmdb.gz; a mirror may be on a private network',
    }),
  }),
  asn: Type.Object({
    mmdb_path: Type.String({
      default: '',
      description:
        'your own MaxMind DB file of autonomous systems, relative to the data directory; empty: the downloaded one',
    }),
  }),
})
