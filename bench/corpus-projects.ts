// The real projects that the front end is measured on: Debian source packages and how each is configured and built.
// Data for corpus-fetch.ts.

export interface CorpusProject {
  /** The name of the source package. */
  readonly name: string;
  /** Debian packages that configuring and building needs beyond a compiler and make. */
  readonly packages: readonly string[];
  /** The configure command as a list of words; empty if there is nothing to configure. */
  readonly configure: readonly string[];
  readonly make: readonly string[];
}

const AUTOTOOLS = ['autoconf', 'automake', 'libtool', 'pkg-config'];
const CONFIGURE = ['./configure'];

export const CORPUS: readonly CorpusProject[] = [
  { name: 'gzip', packages: [], configure: CONFIGURE, make: ['make'] },
  { name: 'tar', packages: [], configure: CONFIGURE, make: ['make'] },
  { name: 'openssh', packages: ['libssl-dev', 'zlib1g-dev'], configure: CONFIGURE, make: ['make'] },
  { name: 'sqlite3', packages: ['tcl', 'libreadline-dev'], configure: CONFIGURE, make: ['make'] },
  {
    name: 'curl',
    packages: [...AUTOTOOLS, 'libssl-dev', 'zlib1g-dev'],
    configure: ['sh', '-c', '{ test -x configure || autoreconf -fi; } && ./configure --with-openssl'],
    make: ['make'],
  },
  {
    name: 'redis',
    packages: ['liblua5.1-0-dev', 'liblzf-dev', 'libhiredis-dev', 'libjemalloc-dev', 'pkg-config'],
    configure: [],
    make: ['make', 'MALLOC=libc', 'OPTIMIZATION=-O0'],
  },
  {
    name: 'postgresql-15',
    packages: ['bison', 'flex', 'libreadline-dev', 'zlib1g-dev'],
    configure: ['./configure', '--without-icu'],
    make: ['make'],
  },
  { name: 'python3.11', packages: ['zlib1g-dev', 'libssl-dev', 'pkg-config'], configure: CONFIGURE, make: ['make'] },
  {
    name: 'apache2',
    packages: ['libapr1-dev', 'libaprutil1-dev', 'libpcre2-dev', 'pkg-config'],
    configure: ['./configure', '--enable-mods-static=most'],
    make: ['make', 'EXTRA_CPPFLAGS=-DBUILD_DATETIME=__DATE__'], // which debian/rules defines otherwise,
  },
];
