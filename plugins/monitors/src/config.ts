import { Type } from '@sinclair/typebox'
import { AllowPrivate } from '@svc/plugin-system/contract'

export const config = Type.Object({
  retention: Type.Object({
    service_monitor_days: Type.Integer({
      default: 30,
      minimum: 1,
      maximum: 3650,
      description: 'days to keep service monitor records',
    }),
  }),
  monitors: Type.Object({
    allow_private: AllowPrivate(
      'address ranges that monitors may check besides public and private networks, for example 127.0.0.0/8',
    ),
    rdap_bootstrap_url: Type.String({
      format: 'base-url',
      default: 'https://data.iana.org/rdap/dns.json',
      description: 'RDAP bootstrap file; a mirror may be on a private network',
    }),
    whois_server: Type.String({
      default: 'whois.iana.org:43',
      pattern: '^[A-Za-z0-9.:\\[\\]-]{1,253}:[0-9]{1,5}$',
      description: 'WHOIS server that refers to the server of each top-level domain; host:port',
    }),
  }),
})
