-- Reads the table and locks out neither readers nor writers: in a transaction of its own, after the short lock of 0011.
alter table mails validate constraint mails_about_one_thing;
