import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  security: Type.Object({
    source: Type.Union([Type.Literal('auto'), Type.Literal('journal'), Type.Literal('files')], {
      default: 'auto',
      description:
        'where sign-ins are read: `journal`, `files`, or `auto`: the journal if the agent may read it, else a file',
    }),
    journal_directory: Type.String({
      default: '',
      description: 'folder with the journal of the host, for example in a container; empty: the journal of this system',
    }),
    log_files: Type.Array(Type.String(), {
      default: ['/var/log/auth.log', '/var/log/secure', '/var/log/messages'],
      description: 'log files with sign-ins; the first one that exists is read',
    }),
    port_scan: Type.Boolean({
      default: false,
      description: 'notice port scans, in packets that a firewall logs and in attempts that nftables counts',
    }),
    learning_hours: Type.Integer({
      default: 24,
      minimum: 0,
      maximum: 720,
      description: 'hours after the first start in which addresses are learned and none is reported as new',
    }),
  }),
})
