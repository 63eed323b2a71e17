# caulk with gcc and the headers of the C library:
#   docker build -t caulk . && docker run --rm -v "$PWD:/project" caulk check --format gcc -p build
# The first stage packs, the second installs the package without the compiler in WebAssembly, but with what workers on a queue need.
FROM node:20-bookworm-slim AS build
WORKDIR /caulk
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm pack && mv caulk-*.tgz caulk.tgz

FROM node:20-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends gcc libc6-dev git \
  && rm -rf /var/lib/apt/lists/* \
  && git config --system --add safe.directory /project
COPY --from=build /caulk/caulk.tgz /tmp/caulk.tgz
RUN npm install --prefix /opt/caulk --omit=optional --no-audit --no-fund /tmp/caulk.tgz bullmq@6.7.0 ioredis@6.0.0 \
  && rm /tmp/caulk.tgz \
  && ln -s /opt/caulk/node_modules/.bin/caulk /usr/local/bin/caulk
WORKDIR /project
ENTRYPOINT ["caulk"]
CMD ["--help"]
