"""Access control: headers, hosts, bodies, sessions, logins, forms, roles."""
