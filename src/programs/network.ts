// Programs that reach hosts. Their operands are URLs or hosts, and what they write is named by an option.
import type { ProgramDescription } from './description.ts'
import { flags, maybe, program, values } from './make.ts'

/** Fetchers of URLs. */
export const network = (): readonly ProgramDescription[] => [
  program('curl', {
    options: [
      ...flags(
        '-s|--silent -S|--show-error -f|--fail --fail-with-body -L|--location --location-trusted -i|--include|--show-headers -I|--head -v|--verbose -k|--insecure -g|--globoff -4|--ipv4 -6|--ipv6 -0|--http1.0 --http1.1 --http2 --http3 -G|--get -n|--netrc -N|--no-buffer -#|--progress-bar -p|--proxytunnel -a|--append -j|--junk-session-cookies -l|--list-only -q|--disable -R|--remote-time -Z|--parallel --compressed --path-as-is --ssl-reqd --tlsv1.2 --tlsv1.3 --no-progress-meter --create-dirs -h -V|--version --retry-connrefused --retry-all-errors --raw --tcp-nodelay --no-keepalive',
      ),
      ...flags('-O|--remote-name -J|--remote-header-name --remote-name-all', 'write'),
      ...values(
        '--output-dir -D|--dump-header -c|--cookie-jar --trace --trace-ascii --stderr --libcurl --hsts --alt-svc --etag-save',
        'write',
      ),
      ...values('-o|--output', 'write').map((option) => ({ ...option, output: true as const })),
      ...values(
        '-E|--cert --key --cacert --capath -T|--upload-file --netrc-file --etag-compare --egd-file --random-file',
        'read',
      ),
      // A file of options can name any other one.
      ...values('-K|--config', 'execute'),
      ...values('--data-raw --form-string'),
      ...values('-d|--data --data-ascii --data-binary --data-urlencode --json -F|--form -b|--cookie -H|--header').map(
        (option) => ({ ...option, at: true as const }),
      ),
      ...values(
        '--url -x|--proxy --preproxy --socks4 --socks5 --socks5-hostname --connect-to --resolve --doh-url --interface --dns-servers -e|--referer',
        'network',
      ),
      ...values('--unix-socket --abstract-unix-socket', 'execute'),
      ...values(
        '-X|--request -A|--user-agent -u|--user -U|--proxy-user -m|--max-time --connect-timeout --retry --retry-delay --retry-max-time --max-redirs --max-filesize --limit-rate -r|--range -C|--continue-at -w|--write-out -y|--speed-time -Y|--speed-limit -z|--time-cond --ciphers --proto --proto-redir --proto-default --oauth2-bearer --request-target --rate -t|--telnet-option -Q|--quote -P|--ftp-port --engine',
      ),
    ],
    operands: ['url'],
    spills: { with: ['-O', '-J', '--remote-name-all'] },
    abbreviate: false,
  }),
  program('wget', {
    options: [
      ...flags(
        '-q|--quiet -v|--verbose -nv|--no-verbose -c|--continue -N|--timestamping -S|--server-response --spider -4|--inet4-only -6|--inet6-only --no-check-certificate --no-proxy -nc|--no-clobber -V|--version -h|--help --no-cache --content-disposition --https-only -nH|--no-host-directories --no-directories',
      ),
      ...flags(
        '-r|--recursive -m|--mirror -p|--page-requisites -k|--convert-links -x|--force-directories -b|--background',
        'write',
      ),
      ...values('-o|--output-file -a|--append-output -P|--directory-prefix --save-cookies --warc-file', 'write'),
      ...values(
        '-i|--input-file --load-cookies --post-file --body-file --ca-certificate --certificate --private-key',
        'read',
      ),
      ...values('-O|--output-document', 'write').map((option) => ({ ...option, output: true as const })),
      ...values('--config --use-askpass -e|--execute', 'execute'),
      ...values(
        '-U|--user-agent -t|--tries -T|--timeout --header --post-data --body-data --method -l|--level -A|--accept -R|--reject -D|--domains -w|--wait --limit-rate -Q|--quota --user --password --max-redirect --referer',
      ),
      ...maybe('--progress'),
    ],
    // Without an output option a file named by the server is written in the working directory.
    operands: ['url'],
    spills: { unless: ['-O', '--spider', '-V', '-h'] },
    whole: false,
  }),
  program('ping dig host nslookup nc ncat netcat telnet ssh scp sftp rsync ftp whois', {
    options: [],
    operands: ['host'],
    whole: false,
  }),
]
