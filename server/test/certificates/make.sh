#!/bin/sh
# Made once, good for a hundred years: the authority and the server that tests of webhooks trust, and nobody else does.
set -e
cd "$(dirname "$0")"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 \
  -subj '/CN=Takilya tests, trust me nowhere' -addext 'keyUsage=critical,keyCertSign' \
  -keyout authority.key -out authority.pem
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj '/CN=localhost' -keyout server.key -out server.csr
printf 'subjectAltName=DNS:localhost,DNS:*.receiver.test,IP:127.0.0.1,IP:::1\nextendedKeyUsage=serverAuth\n' > server.ext
openssl x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 36500 \
  -extfile server.ext -out server.pem
# Nothing else is ever to be signed by it.
rm authority.key server.csr server.ext authority.srl
