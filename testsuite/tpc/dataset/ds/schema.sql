CREATE TABLE date_dim (
  d_date_sk integer PRIMARY KEY, d_date_id char(16) NOT NULL, d_date date, d_month_seq integer, d_week_seq integer, d_quarter_seq integer,
  d_year integer, d_dow integer, d_moy integer, d_dom integer, d_qoy integer, d_day_name char(9), d_quarter_name char(6),
  d_holiday char(1), d_weekend char(1));
CREATE TABLE time_dim (
  t_time_sk integer PRIMARY KEY, t_time_id char(16) NOT NULL, t_time integer, t_hour integer, t_minute integer, t_second integer,
  t_am_pm char(2), t_shift char(20), t_meal_time char(20));
CREATE TABLE item (
  i_item_sk integer PRIMARY KEY, i_item_id char(16) NOT NULL, i_item_desc varchar(200), i_current_price numeric(7,2),
  i_wholesale_cost numeric(7,2), i_brand_id integer, i_brand char(50), i_class_id integer, i_class char(50), i_category_id integer,
  i_category char(50), i_manufact_id integer, i_manufact char(50), i_size char(20), i_color char(20), i_units char(10),
  i_manager_id integer, i_product_name char(50));
CREATE TABLE customer_address (
  ca_address_sk integer PRIMARY KEY, ca_address_id char(16) NOT NULL, ca_street_number char(10), ca_street_name varchar(60),
  ca_city varchar(60), ca_county varchar(30), ca_state char(2), ca_zip char(10), ca_country varchar(20), ca_gmt_offset numeric(5,2),
  ca_location_type char(20));
CREATE TABLE customer_demographics (
  cd_demo_sk integer PRIMARY KEY, cd_gender char(1), cd_marital_status char(1), cd_education_status char(20),
  cd_purchase_estimate integer, cd_credit_rating char(10), cd_dep_count integer, cd_dep_employed_count integer,
  cd_dep_college_count integer);
CREATE TABLE income_band (ib_income_band_sk integer PRIMARY KEY, ib_lower_bound integer, ib_upper_bound integer);
CREATE TABLE household_demographics (
  hd_demo_sk integer PRIMARY KEY, hd_income_band_sk integer, hd_buy_potential char(15), hd_dep_count integer, hd_vehicle_count integer);
CREATE TABLE customer (
  c_customer_sk integer PRIMARY KEY, c_customer_id char(16) NOT NULL, c_current_cdemo_sk integer, c_current_hdemo_sk integer,
  c_current_addr_sk integer, c_first_shipto_date_sk integer, c_first_sales_date_sk integer, c_salutation char(10),
  c_first_name char(20), c_last_name char(30), c_preferred_cust_flag char(1), c_birth_day integer, c_birth_month integer,
  c_birth_year integer, c_birth_country varchar(20), c_email_address char(50));
CREATE TABLE store (
  s_store_sk integer PRIMARY KEY, s_store_id char(16) NOT NULL, s_store_name varchar(50), s_number_employees integer,
  s_floor_space integer, s_market_id integer, s_company_id integer, s_company_name varchar(50), s_city varchar(60), s_county varchar(30),
  s_state char(2), s_zip char(10), s_gmt_offset numeric(5,2));
CREATE TABLE call_center (
  cc_call_center_sk integer PRIMARY KEY, cc_call_center_id char(16) NOT NULL, cc_name varchar(50), cc_manager varchar(40), cc_county varchar(30));
CREATE TABLE catalog_page (
  cp_catalog_page_sk integer PRIMARY KEY, cp_catalog_page_id char(16) NOT NULL);
CREATE TABLE web_site (
  web_site_sk integer PRIMARY KEY, web_site_id char(16) NOT NULL, web_name varchar(50), web_company_name char(50));
CREATE TABLE web_page (
  wp_web_page_sk integer PRIMARY KEY, wp_web_page_id char(16) NOT NULL, wp_char_count integer);
CREATE TABLE warehouse (
  w_warehouse_sk integer PRIMARY KEY, w_warehouse_id char(16) NOT NULL, w_warehouse_name varchar(20), w_warehouse_sq_ft integer,
  w_city varchar(60), w_county varchar(30), w_state char(2), w_country varchar(20));
CREATE TABLE ship_mode (
  sm_ship_mode_sk integer PRIMARY KEY, sm_ship_mode_id char(16) NOT NULL, sm_type char(30), sm_carrier char(20));
CREATE TABLE reason (r_reason_sk integer PRIMARY KEY, r_reason_id char(16) NOT NULL, r_reason_desc char(100));
CREATE TABLE promotion (
  p_promo_sk integer PRIMARY KEY, p_promo_id char(16) NOT NULL, p_promo_name char(50), p_channel_dmail char(1),
  p_channel_email char(1), p_channel_tv char(1), p_channel_event char(1));
CREATE TABLE inventory (
  inv_date_sk integer, inv_item_sk integer, inv_warehouse_sk integer, inv_quantity_on_hand integer,
  PRIMARY KEY (inv_date_sk, inv_item_sk, inv_warehouse_sk));
CREATE TABLE store_sales (
  ss_sold_date_sk integer, ss_sold_time_sk integer, ss_item_sk integer, ss_customer_sk integer, ss_cdemo_sk integer, ss_hdemo_sk integer,
  ss_addr_sk integer, ss_store_sk integer, ss_promo_sk integer, ss_ticket_number integer, ss_quantity integer,
  ss_wholesale_cost numeric(7,2), ss_list_price numeric(7,2), ss_sales_price numeric(7,2), ss_ext_discount_amt numeric(7,2),
  ss_ext_sales_price numeric(7,2), ss_ext_wholesale_cost numeric(7,2), ss_ext_list_price numeric(7,2), ss_ext_tax numeric(7,2),
  ss_coupon_amt numeric(7,2), ss_net_paid numeric(7,2), ss_net_paid_inc_tax numeric(7,2), ss_net_profit numeric(7,2),
  PRIMARY KEY (ss_item_sk, ss_ticket_number));
CREATE TABLE store_returns (
  sr_returned_date_sk integer, sr_return_time_sk integer, sr_item_sk integer, sr_customer_sk integer, sr_cdemo_sk integer,
  sr_hdemo_sk integer, sr_addr_sk integer, sr_store_sk integer, sr_reason_sk integer, sr_ticket_number integer,
  sr_return_quantity integer, sr_return_amt numeric(7,2), sr_return_tax numeric(7,2), sr_fee numeric(7,2), sr_net_loss numeric(7,2),
  PRIMARY KEY (sr_item_sk, sr_ticket_number));
CREATE TABLE catalog_sales (
  cs_sold_date_sk integer, cs_sold_time_sk integer, cs_ship_date_sk integer, cs_bill_customer_sk integer, cs_bill_cdemo_sk integer,
  cs_bill_hdemo_sk integer, cs_bill_addr_sk integer, cs_ship_customer_sk integer, cs_ship_addr_sk integer, cs_call_center_sk integer,
  cs_catalog_page_sk integer, cs_ship_mode_sk integer, cs_warehouse_sk integer, cs_item_sk integer, cs_promo_sk integer,
  cs_order_number integer, cs_quantity integer, cs_wholesale_cost numeric(7,2), cs_list_price numeric(7,2), cs_sales_price numeric(7,2),
  cs_ext_discount_amt numeric(7,2), cs_ext_sales_price numeric(7,2), cs_ext_wholesale_cost numeric(7,2), cs_ext_list_price numeric(7,2),
  cs_coupon_amt numeric(7,2), cs_ext_ship_cost numeric(7,2), cs_net_paid numeric(7,2), cs_net_profit numeric(7,2),
  PRIMARY KEY (cs_item_sk, cs_order_number));
CREATE TABLE catalog_returns (
  cr_returned_date_sk integer, cr_item_sk integer, cr_refunded_customer_sk integer, cr_returning_customer_sk integer,
  cr_returning_addr_sk integer, cr_call_center_sk integer, cr_catalog_page_sk integer, cr_reason_sk integer, cr_order_number integer,
  cr_return_quantity integer, cr_return_amount numeric(7,2), cr_return_amt_inc_tax numeric(7,2), cr_refunded_cash numeric(7,2),
  cr_net_loss numeric(7,2),
  PRIMARY KEY (cr_item_sk, cr_order_number));
CREATE TABLE web_sales (
  ws_sold_date_sk integer, ws_sold_time_sk integer, ws_ship_date_sk integer, ws_item_sk integer, ws_bill_customer_sk integer,
  ws_bill_addr_sk integer, ws_ship_customer_sk integer, ws_ship_hdemo_sk integer, ws_ship_addr_sk integer, ws_web_page_sk integer,
  ws_web_site_sk integer, ws_ship_mode_sk integer, ws_warehouse_sk integer, ws_promo_sk integer, ws_order_number integer,
  ws_quantity integer, ws_wholesale_cost numeric(7,2), ws_list_price numeric(7,2), ws_sales_price numeric(7,2),
  ws_ext_discount_amt numeric(7,2), ws_ext_sales_price numeric(7,2), ws_ext_wholesale_cost numeric(7,2), ws_ext_list_price numeric(7,2),
  ws_ext_ship_cost numeric(7,2), ws_net_paid numeric(7,2), ws_net_profit numeric(7,2),
  PRIMARY KEY (ws_item_sk, ws_order_number));
CREATE TABLE web_returns (
  wr_returned_date_sk integer, wr_item_sk integer, wr_refunded_customer_sk integer, wr_refunded_cdemo_sk integer,
  wr_refunded_addr_sk integer, wr_returning_customer_sk integer, wr_returning_cdemo_sk integer, wr_returning_addr_sk integer,
  wr_web_page_sk integer, wr_reason_sk integer, wr_order_number integer, wr_return_quantity integer, wr_return_amt numeric(7,2),
  wr_fee numeric(7,2), wr_refunded_cash numeric(7,2), wr_net_loss numeric(7,2),
  PRIMARY KEY (wr_item_sk, wr_order_number));
