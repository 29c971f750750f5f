// What HTTP/2 brings behind a proxy: the same pages over one thin line, from nginx with it and without.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from '@playwright/test'
import { milliseconds, table } from '../measure/figures.ts'
import { kindOf, mediansOf, RUNS, repeated, timeVisit } from './thin.ts'
import { startThinLine } from './thin-line.ts'

const run = promisify(execFile)

/** Prints a table: each page with HTTP/1.1 and with HTTP/2, in turns. */
export async function compareProtocols(browser: Browser, site: string, addresses: string[]): Promise<void> {
  const nginx = await startNginx(new URL(site).host)
  const [one, two] = await Promise.all([startThinLine(nginx.http1), startThinLine(nginx.http2)])
  const rows = [['page', 'protocol', 'first paint', 'largest', 'taken over', 'requests']]
  for (const address of addresses)
    for (const [protocol, { port }] of Object.entries({ 'HTTP/1.1': one, 'HTTP/2': two })) {
      const median = mediansOf(
        await repeated(() => timeVisit(browser, `https://localhost:${port}${address}`)),
      )
      const times = (['first', 'largest', 'takenOver'] as const).map((figure) => milliseconds(median(figure)))
      rows.push([kindOf(address), protocol, ...times, String(median('requests'))])
    }
  await Promise.all([one.stop(), two.stop()])
  await nginx.stop()
  process.stdout.write(`behind nginx, handshakes included; medians of ${RUNS}\n${table(rows)}\n`)
}

/** As in deploy/nginx.conf, with a certificate that nobody vouches for. */
async function startNginx(upstream: string) {
  const folder = await mkdtemp(join(tmpdir(), 'tukio-nginx-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-subj', '/CN=localhost', '-keyout', key, '-out', certificate],
  ])
  const [http1, http2] = [await freePort(), await freePort()]
  const server = (listen: string) => `
    server {
      listen 127.0.0.1:${listen};
      ssl_certificate ${certificate};
      ssl_certificate_key ${key};
      ssl_protocols TLSv1.3;
      location / {
        proxy_pass http://tukio;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $http_host;
      }
    }`
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n')
  const settings = `
    daemon off;
    pid ${join(folder, 'pid')};
    error_log stderr warn;
    events {}
    http {
      access_log off;
      ${temporary}
      upstream tukio { server ${upstream}; keepalive 32; }
      ${server(`${http1} ssl`)}
      ${server(`${http2} ssl http2`)}
    }`
  const file = join(folder, 'nginx.conf')
  await writeFile(file, settings)
  const nginx = spawn('nginx', ['-c', file], { stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = once(nginx, 'exit')
  return {
    http1,
    http2,
    stop: async () => {
      nginx.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
